"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { useReportTexts } from "./format";

/** Figures could not be read anew; what is shown stays. */
export function ReportFailureStrip({ onRetry }: { onRetry: () => void }) {
  const t = useReportTexts();
  const action = useTranslations("common.action");
  return (
    <div role="alert" className="flex items-center gap-3 border-b bg-danger-soft px-5 py-2 text-danger-ink text-sm">
      {t("failed")}
      <Button size="sm" onClick={onRetry}>
        {action("retry")}
      </Button>
    </div>
  );
}
