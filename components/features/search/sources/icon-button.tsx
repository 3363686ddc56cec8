"use client";

import { ImagePlus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useController } from "react-hook-form";
import { PICTURE_TYPES, usePictureUpload } from "@/components/form/picture-upload";
import { IconButton } from "@/components/ui/icon-button";
import { PURPOSE_SIZE_MAX } from "@/lib/config/constants";
import { uploadSourceIcon } from "@/lib/features/search/sources/hooks";
import { SourceMark } from "./source-mark";

/** The picture of a source: uploaded at once, counts when the form is saved. */
export function SourceIconField({ id, name }: { id: string; name: string }) {
  const t = useTranslations("search-sources.form");
  const { field } = useController<{ iconFileId: string | null }, "iconFileId">({ name: "iconFileId" });
  const { choose, isLoading, failure, input } = usePictureUpload({
    max: PURPOSE_SIZE_MAX.icon ?? 0,
    accept: PICTURE_TYPES,
    wrongType: t("iconType"),
    upload: async (file) => field.onChange((await uploadSourceIcon(file)).id),
  });
  return (
    <div className="shrink-0">
      <div className="flex items-end gap-1">
        <SourceMark id={id} name={name} iconFileId={field.value} size={48} />
        {input}
        <div className="flex flex-col">
          <IconButton icon={ImagePlus} size={24} label={t("icon")} disabled={isLoading} onClick={choose} />
          {field.value && (
            <IconButton icon={Trash2} size={24} label={t("iconRemove")} onClick={() => field.onChange(null)} />
          )}
        </div>
      </div>
      {failure && (
        <p role="alert" className="mt-1 max-w-40 text-danger-ink text-xs">
          {failure}
        </p>
      )}
    </div>
  );
}
