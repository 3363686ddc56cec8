"use client";

import { Download, FileText, FileType } from "lucide-react";
import { useExport } from "@/components/common/export-menu";
import { LazyMenu } from "@/components/common/lazy-menu";
import { IconButton } from "@/components/ui/icon-button";
import { downloadConversation } from "@/lib/conversation/client/hooks";

interface ExportButtonProps {
  id: string;
  /** Of the button, and of a format each. */
  texts: { label: string; word: string; markdown: string };
}

/** Takes a conversation along as a file. */
export function ExportButton({ id, texts }: ExportButtonProps) {
  const { isRunning, run } = useExport();
  return (
    <LazyMenu
      commands={[
        {
          key: "docx",
          label: texts.word,
          icon: FileType,
          onSelect: () => run(() => downloadConversation(id, "docx")),
        },
        {
          key: "md",
          label: texts.markdown,
          icon: FileText,
          onSelect: () => run(() => downloadConversation(id, "md")),
        },
      ]}
      button={(handlers) => (
        <IconButton icon={Download} label={texts.label} aria-busy={isRunning || undefined} {...handlers} />
      )}
    />
  );
}
