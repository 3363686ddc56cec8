"use client";

import { Paperclip } from "lucide-react";
import { useTranslations } from "next-intl";
import type { RefObject } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { READABLE_EXTENSIONS } from "@/lib/parsing/formats";

const ACCEPTED = READABLE_EXTENSIONS.map((extension) => `.${extension}`).join();

interface AttachButtonProps {
  /** The field behind the button: a command opens it too. */
  input: RefObject<HTMLInputElement | null>;
  max: number;
  onFiles: (files: File[]) => void;
}

/** Opens the picker of files for a question. */
export function AttachButton({ input, max, onFiles }: AttachButtonProps) {
  const t = useTranslations("chat.files");
  return (
    <>
      <IconButton icon={Paperclip} label={t("add", { max })} size={32} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t("add", { max })}
        accept={ACCEPTED}
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
