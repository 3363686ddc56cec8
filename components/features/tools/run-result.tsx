"use client";

import { useFormatter, useTranslations } from "next-intl";
import { CopyButton } from "@/components/common/copy-button";
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
      {ok && <Block label={t("output")} text={text} />}
      {ok && data !== null && <Block label={t("data")} text={JSON.stringify(data, null, 2)} isFolded />}
      <Block label={t("input")} text={JSON.stringify(args, null, 2)} isFolded />
    </section>
  );
}

/** A text as it is, that can be folded and copied. */
export function Block({ label, text, isFolded = false }: { label: string; text: string; isFolded?: boolean }) {
  return (
    <div className="relative">
      <details open={!isFolded} className="rounded-md border">
        <summary className="cursor-pointer py-2 pr-12 pl-3 text-fg-2 text-sm">{label}</summary>
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
          tabIndex={0}
          className="max-h-90 overflow-auto whitespace-pre-wrap break-words border-t p-3 font-mono text-xs"
        >
          {text}
        </pre>
      </details>
      <span className="absolute top-1 right-1.5">
        <CopyButton text={text} />
      </span>
    </div>
  );
}
