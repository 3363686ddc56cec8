"use client";

import { Download, FileSpreadsheet, FileText } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { buttonClass } from "@/components/ui/button-class";
import { Spinner } from "@/components/ui/spinner";
import { reportFailure } from "@/lib/client/report-failure";
import { LazyMenu } from "./lazy-menu";

export type ExportFormat = "csv" | "xlsx";

/** A file being made: its button waits, a failure is told of. */
export function useExport() {
  const [isRunning, setIsRunning] = useState(false);
  const run = (work: () => Promise<void>) => {
    if (isRunning) return;
    setIsRunning(true);
    work()
      .catch(reportFailure)
      .finally(() => setIsRunning(false));
  };
  return { isRunning, run };
}

/** The export button with its kinds of file. */
export function ExportMenu({ onExport }: { onExport: (format: ExportFormat) => Promise<void> }) {
  const t = useTranslations("common.export");
  const { isRunning, run } = useExport();
  return (
    <LazyMenu
      commands={[
        { key: "xlsx", label: t("xlsx"), icon: FileSpreadsheet, onSelect: () => run(() => onExport("xlsx")) },
        { key: "csv", label: t("csv"), icon: FileText, onSelect: () => run(() => onExport("csv")) },
      ]}
      button={(handlers) => (
        <button
          type="button"
          aria-busy={isRunning || undefined}
          {...handlers}
          className={buttonClass("default", "md", "max-md:w-11 max-md:px-0")}
        >
          {isRunning ? <Spinner /> : <Download aria-hidden size={15} strokeWidth={1.75} className="text-fg-2" />}
          <span className="max-md:sr-only">{t("label")}</span>
        </button>
      )}
    />
  );
}
