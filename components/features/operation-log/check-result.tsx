"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Status } from "@/components/ui/status";
import type { VerificationDto } from "@/lib/features/operation-log/dto";
import { useLogTexts } from "./use-log-texts";

/** How the last check ended, and what is wrong where something is. */
export function CheckResult({ run, onOpen }: { run: VerificationDto; onOpen: (id: string) => void }) {
  const t = useTranslations("operation-log.chain");
  const texts = useLogTexts();
  const { flaw } = run;
  const checked = texts.number(run.checked);
  const said = t("by", { name: run.by, time: texts.moment(run.finishedAt ?? run.startedAt) });
  if (run.status !== "done") {
    return (
      <div className="space-y-1">
        <Status tone="neutral" hollow className="whitespace-normal">
          {run.status === "cancelled" ? t("cancelled", { checked }) : t("failed")}
        </Status>
        <p className="text-fg-3 text-xs">{said}</p>
      </div>
    );
  }
  if (!flaw) {
    return (
      <div role="status" className="space-y-1 rounded-md bg-success-soft px-3 py-2.5">
        <p className="text-sm text-success-ink">
          {run.checked === 0
            ? t("empty")
            : t("intact", { from: texts.number(run.from), to: texts.number(run.until), checked })}
        </p>
        <p className="text-success-ink text-xs">{said}</p>
      </div>
    );
  }
  const { id } = flaw;
  return (
    <div role="alert" className="space-y-2 rounded-md bg-danger-soft px-3 py-2.5 text-danger-ink text-sm">
      <p className="font-semibold">{t("broken")}</p>
      <p>
        {t(flaw.kind, { no: texts.number(flaw.no) })} {run.checked > 0 && t("before", { checked })}
      </p>
      <p>{t("advice")}</p>
      <p className="text-xs">{said}</p>
      {id && (
        <Button size="sm" onClick={() => onOpen(id)}>
          {t("open")}
        </Button>
      )}
    </div>
  );
}
