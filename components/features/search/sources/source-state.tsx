"use client";

import { useTranslations } from "next-intl";
import { Status } from "@/components/ui/status";
import type { Tone } from "@/components/ui/tone";
import type { CrawlState, SourceDto } from "@/lib/features/search/sources/dto";

const TONES: Record<CrawlState, Tone> = {
  ok: "success",
  running: "primary",
  partial: "warning",
  failed: "danger",
  new: "neutral",
  search: "neutral",
};

/** How the reading of a source goes, with how far it is or what keeps pages away. */
export function SourceState({ source }: { source: SourceDto }) {
  const t = useTranslations("search-sources");
  const { state, progress, cause, isAtLimit } = source;
  const line =
    state === "running" && progress
      ? t("progress", { done: progress.done, total: progress.total })
      : isAtLimit && state !== "search" && state !== "running"
        ? t("atLimit")
        : (state === "partial" || state === "failed") && cause
          ? t(`cause.${cause.status as "failed"}`, { pages: cause.pages })
          : null;
  return (
    <div aria-live={state === "running" ? "polite" : undefined}>
      <Status tone={TONES[state]} hollow={state === "search" || state === "new"}>
        {t(`state.${state}`)}
      </Status>
      {line && (
        <div className={`tnum pl-4 text-xs ${state === "failed" ? "text-danger-ink" : "text-fg-3"}`}>{line}</div>
      )}
    </div>
  );
}
