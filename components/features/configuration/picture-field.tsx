"use client";

import { ImageIcon, Upload } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ChangeEvent, useRef, useState } from "react";
import type { FieldPath } from "react-hook-form";
import { useField } from "@/components/form/use-field";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Field } from "@/components/ui/field";
import { failureText } from "@/lib/client/report-failure";
import { PURPOSE_SIZE_MAX } from "@/lib/config/constants";
import type { BasicForm } from "@/lib/features/configuration/schema";
import { api } from "@/lib/http/api-client";

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
  const c = useTranslations("common.toast");
  const v = useTranslations("validation");
  const { id, field, error, aria } = useField<BasicForm>({ name, hint });
  const input = useRef<HTMLInputElement>(null);
  const [isLoading, setIsLoading] = useState(false);
  const [failure, setFailure] = useState("");
  const url = pictureUrl(field.value as string | null);

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
      const { id: fileId } = await api.upload<{ id: string }>("/admin/config/basic/pictures", { file });
      field.onChange(fileId);
    } catch (uploadError) {
      const text = failureText(uploadError);
      setFailure(typeof text === "string" ? text : c(text.key));
    } finally {
      setIsLoading(false);
    }
  };

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
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg,image/gif,image/webp"
          className="sr-only"
          tabIndex={-1}
          aria-hidden
          onChange={handleFile}
        />
        <span className="flex flex-wrap gap-1.5">
          <Button
            {...aria}
            id={id}
            ref={field.ref}
            size="sm"
            icon={Upload}
            loading={isLoading}
            aria-label={url ? t("replaceNamed", { name: label }) : t("uploadNamed", { name: label })}
            onClick={() => input.current?.click()}
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
