"use client";

import { ImageIcon, Upload } from "lucide-react";
import { useTranslations } from "next-intl";
import { PICTURE_TYPES, usePictureUpload } from "@/components/form/picture-upload";
import { useField } from "@/components/form/use-field";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { PURPOSE_SIZE_MAX } from "@/lib/config/constants";
import { uploadLogo } from "@/lib/features/login-channels/hooks";
import type { ChannelForm } from "@/lib/features/login-channels/schema";

/** The app's logo: uploaded at once, counts when the form is saved. */
export function LogoField() {
  const t = useTranslations("login-channels.app");
  const { id, field, error, aria } = useField<ChannelForm>({ name: "app.logoFileId", hint: t("logoHint") });
  const { choose, isLoading, failure, input } = usePictureUpload({
    max: PURPOSE_SIZE_MAX.icon ?? 0,
    accept: PICTURE_TYPES,
    upload: async (file) => field.onChange((await uploadLogo(file)).id),
  });
  const fileId = field.value as string | null;

  return (
    <Field id={id} label={t("logo")} hint={t("logoHint")} error={failure || error}>
      <div className="flex items-center gap-3">
        <span className="grid size-12 shrink-0 place-items-center overflow-hidden rounded-md border bg-subtle text-fg-4">
          {fileId ? (
            // biome-ignore lint/performance/noImgElement: a small picture of our own
            <img alt="" src={`/public/file/download-by-Id?fileId=${fileId}`} className="size-full object-contain" />
          ) : (
            <ImageIcon aria-hidden size={18} strokeWidth={1.5} />
          )}
        </span>
        {input}
        <Button {...aria} id={id} ref={field.ref} size="sm" icon={Upload} loading={isLoading} onClick={choose}>
          {fileId ? t("logoReplace") : t("logoUpload")}
        </Button>
        {fileId && (
          <Button size="sm" variant="ghost" onClick={() => field.onChange(null)}>
            {t("logoRemove")}
          </Button>
        )}
      </div>
    </Field>
  );
}
