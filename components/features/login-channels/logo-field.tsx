"use client";

import { ImageIcon, Upload } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ChangeEvent, useRef, useState } from "react";
import { useField } from "@/components/form/use-field";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { failureText } from "@/lib/client/report-failure";
import { PURPOSE_SIZE_MAX } from "@/lib/config/constants";
import { uploadLogo } from "@/lib/features/login-channels/hooks";
import type { ChannelForm } from "@/lib/features/login-channels/schema";

/** The app's logo: uploaded at once, counts when the form is saved. */
export function LogoField() {
  const t = useTranslations("loginChannels.app");
  const c = useTranslations("common.toast");
  const v = useTranslations("validation");
  const { id, field, error, aria } = useField<ChannelForm>({ name: "app.logoFileId", hint: t("logoHint") });
  const input = useRef<HTMLInputElement>(null);
  const [isLoading, setIsLoading] = useState(false);
  const [failure, setFailure] = useState("");
  const fileId = field.value as string | null;

  const handleFile = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    event.target.value = "";
    if (!file) return;
    setFailure("");
    if (file.size > (PURPOSE_SIZE_MAX.icon ?? 0)) {
      setFailure(v("tooLarge"));
      return;
    }
    setIsLoading(true);
    try {
      field.onChange((await uploadLogo(file)).id);
    } catch (uploadError) {
      const text = failureText(uploadError);
      setFailure(typeof text === "string" ? text : c(text.key));
    } finally {
      setIsLoading(false);
    }
  };

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
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg,image/gif,image/webp"
          className="sr-only"
          tabIndex={-1}
          aria-hidden
          onChange={handleFile}
        />
        <Button
          {...aria}
          id={id}
          ref={field.ref}
          size="sm"
          icon={Upload}
          loading={isLoading}
          onClick={() => input.current?.click()}
        >
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
