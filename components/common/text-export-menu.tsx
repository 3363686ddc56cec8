"use client";

import { Download, FileText, FileType } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/icon-button";
import { useExport } from "./export-menu";
import { LazyMenu } from "./lazy-menu";

export type TextFormat = "md" | "docx";

/** A text or a talk as a file, from the bar above it. */
export function TextExportMenu({
  label,
  onExport,
}: {
  label?: string;
  onExport: (format: TextFormat) => Promise<void>;
}) {
  const t = useTranslations("common.export");
  const { isRunning, run } = useExport();
  return (
    <LazyMenu
      commands={[
        { key: "docx", label: t("docx"), icon: FileType, onSelect: () => run(() => onExport("docx")) },
        { key: "md", label: t("md"), icon: FileText, onSelect: () => run(() => onExport("md")) },
      ]}
      button={(handlers) => (
        <IconButton icon={Download} label={label ?? t("label")} aria-busy={isRunning || undefined} {...handlers} />
      )}
    />
  );
}
