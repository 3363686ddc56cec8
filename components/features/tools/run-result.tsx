"use client";

import { useFormatter, useTranslations } from "next-intl";
import { TextBlock } from "@/components/common/text-block";
import { Status } from "@/components/ui/status";
import type { ToolRunDto } from "@/lib/features/tools/dto";
import { useReason } from "./use-reason";

interface RunResultProps {
  args: Record<string, unknown>;
  result: ToolRunDto;
}

/** What went in and what came out, as text: nothing a tool says is rendered (SECURITY rule 12). */
export function RunResult({ args, result }: RunResultProps) {
  const t = useTranslations("tools.try");
  const format = useFormatter();
  const reason = useReason();
  const { ok, error, detail, text, data, truncated, durationMs } = result;
  const seconds = format.number(durationMs / 1000, { maximumFractionDigits: 2 });
  return (
    <section aria-label={t("result")} className="space-y-3 border-t pt-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Status tone={ok ? "success" : "danger"}>{ok ? t("done") : t("failed")}</Status>
        <span className="tnum text-fg-3 text-xs">{t("took", { seconds })}</span>
        {truncated && <span className="text-warning-ink text-xs">{t("truncated")}</span>}
      </div>
      {!ok && (
        <p role="alert" className="rounded-sm bg-danger-soft px-3 py-2 text-danger-ink text-sm">
          {reason(error).full}
          {detail && <span className="mt-1 block whitespace-pre-wrap break-words font-mono text-xs">{detail}</span>}
        </p>
      )}
      {ok && <TextBlock label={t("output")} text={text} />}
      {ok && data !== null && <TextBlock label={t("data")} text={JSON.stringify(data, null, 2)} isFolded />}
      <TextBlock label={t("input")} text={JSON.stringify(args, null, 2)} isFolded />
    </section>
  );
}
