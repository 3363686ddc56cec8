"use client";

import { useTranslations } from "next-intl";
import type { RunDto } from "@/lib/features/apps/runs-dto";
import { useStepName } from "./use-run-words";

/** Why a run failed, and at which step. */
export function RunFailure({ run }: { run: RunDto }) {
  const t = useTranslations("apps-runs.run");
  const nameOf = useStepName();
  const { error, nodes } = run;
  if (!error) return null;
  const step = nodes.find(({ id }) => id === error.nodeId);
  return (
    <div role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger-ink text-sm">
      <p className="font-semibold">{step ? t("failedAt", { step: nameOf(step) }) : t("failed")}</p>
      <p>{error.message}</p>
      {error.detail && (
        <p className="mt-1 line-clamp-6 whitespace-pre-wrap break-words font-mono text-xs">{error.detail}</p>
      )}
    </div>
  );
}
