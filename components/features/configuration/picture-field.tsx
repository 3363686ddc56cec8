"use client";

import { ImageIcon, Upload } from "lucide-react";
import { useTranslations } from "next-intl";
import type { FieldPath } from "react-hook-form";
import { PICTURE_TYPES, usePictureUpload } from "@/components/form/picture-upload";
import { useField } from "@/components/form/use-field";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Field } from "@/components/ui/field";
import { api } from "@/lib/client/api-client";
import { PURPOSE_SIZE_MAX } from "@/lib/config/constants";
import type { BasicForm } from "@/lib/features/configuration/schema";

interface PictureFieldProps {
  name: FieldPath<BasicForm>;
  label: string;
  hint: string;
  wide?: boolean;
}

/** Where a picture of the configuration is shown from. */
export function pictureUrl(fileId: string | null | undefined): string | null {
  return fileId ? `/public/file/download-by-Id?fileId=${fileId}` : null;
}

/** A picture: shown, replaced, removed. It is uploaded at once and counts when the form is saved. */
export function PictureField({ name, label, hint, wide }: PictureFieldProps) {
  const t = useTranslations("configuration.picture");
  const { id, field, error, aria } = useField<BasicForm>({ name, hint });
  const { choose, isLoading, failure, input } = usePictureUpload({
    max: PURPOSE_SIZE_MAX.icon ?? 0,
    accept: PICTURE_TYPES,
    upload: async (file) => field.onChange((await api.upload("/admin/config/basic/pictures", { file })).id),
  });
  const url = pictureUrl(field.value as string | null);

  return (
    <Field id={id} label={label} hint={hint} error={failure || error}>
      <div className="flex items-center gap-3">
        <span
          className={cn(
            "grid h-16 shrink-0 place-items-center overflow-hidden rounded-md border bg-subtle text-fg-4",
            wide ? "w-28" : "w-16",
          )}
        >
          {url ? (
            // biome-ignore lint/performance/noImgElement: a small picture of our own
            <img alt="" src={url} className="size-full object-contain" />
          ) : (
            <ImageIcon aria-hidden size={20} strokeWidth={1.5} />
          )}
        </span>
        {input}
        <span className="flex flex-wrap gap-1.5">
          <Button
            {...aria}
            id={id}
            ref={field.ref}
            size="sm"
            icon={Upload}
            loading={isLoading}
            aria-label={url ? t("replaceNamed", { name: label }) : t("uploadNamed", { name: label })}
            onClick={choose}
          >
            {url ? t("replace") : t("upload")}
          </Button>
          {url && (
            <Button
              size="sm"
              variant="ghost"
              aria-label={t("removeNamed", { name: label })}
              onClick={() => field.onChange(null)}
            >
              {t("remove")}
            </Button>
          )}
        </span>
      </div>
    </Field>
  );
}
