"use client";

import { Upload as UploadIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { READABLE_EXTENSIONS } from "@/lib/parsing/formats";

interface UploadButtonProps {
  onFiles: (files: File[]) => void;
}

export function UploadButton({ onFiles }: UploadButtonProps) {
  const t = useTranslations("documents.upload");
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant="primary" icon={UploadIcon} onClick={() => input.current?.click()}>
        {t("button")}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t("button")}
        accept={READABLE_EXTENSIONS.map((extension) => `.${extension}`).join()}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // The same file can be chosen again after a refusal.
          event.target.value = "";
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
