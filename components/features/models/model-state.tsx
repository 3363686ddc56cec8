"use client";

import { useTranslations } from "next-intl";
import { Spinner } from "@/components/ui/spinner";
import { Status } from "@/components/ui/status";
import type { ModelDto } from "@/lib/features/models/dto";
import { useReason } from "./use-reason";

/** The state of a model: dot and word, then its latency or what went wrong. */
export function ModelState({ model, isTesting }: { model: ModelDto; isTesting: boolean }) {
  const t = useTranslations("models");
  const reason = useReason();
  if (isTesting) {
    return (
      <span className="inline-flex items-center gap-2 text-sm text-fg-2">
        <Spinner size={12} />
        {t("status.testing")}
      </span>
    );
  }
  const { status, latencyMs, checkError } = model;
  if (status === "abnormal") {
    const { short, full } = reason(checkError);
    return (
      <span className="flex min-w-0 items-center gap-3">
        <Status tone="danger">{t("status.abnormal")}</Status>
        <span className="min-w-0 truncate text-xs text-danger-ink" data-tooltip={full}>
          {short}
        </span>
      </span>
    );
  }
  if (status === "unknown") {
    return (
      <Status tone="neutral" hollow>
        {t("status.unknown")}
      </Status>
    );
  }
  return (
    <span className="flex items-center gap-3">
      <Status tone="success">{t("status.normal")}</Status>
      {latencyMs !== null && (
        <span className="tnum text-xs text-fg-3">
          {latencyMs < 1000
            ? t("row.latencyMs", { value: latencyMs })
            : t("row.latencyS", { value: (latencyMs / 1000).toFixed(1) })}
        </span>
      )}
    </span>
  );
}
