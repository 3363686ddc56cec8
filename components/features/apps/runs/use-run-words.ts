"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useCallback } from "react";
import type { Tone } from "@/components/ui/tone";
import type { RunStatus, StepStatus } from "@/lib/config/app-runs";
import type { StepDto } from "@/lib/features/apps/runs-dto";

export const RUN_TONES: Record<RunStatus, { tone: Tone; hollow?: boolean }> = {
  queued: { tone: "neutral", hollow: true },
  running: { tone: "primary" },
  waiting: { tone: "primary" },
  done: { tone: "success" },
  failed: { tone: "danger" },
  cancelled: { tone: "neutral", hollow: true },
};

/** `ahead`: the run has not come to it. */
export const STEP_TONES: Record<StepStatus | "ahead", { tone: Tone; hollow?: boolean }> = {
  running: { tone: "primary" },
  waiting: { tone: "primary" },
  done: { tone: "success" },
  failed: { tone: "danger" },
  skipped: { tone: "neutral", hollow: true },
  ahead: { tone: "neutral", hollow: true },
};

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long something took, in the two largest units. */
export function useDuration(): (ms: number) => string {
  const t = useTranslations("apps-runs.time");
  const format = useFormatter();
  return useCallback(
    (ms) => {
      const seconds = ms / 1000;
      if (seconds < MINUTE - 0.05) {
        const value = format.number(seconds, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
        return t("seconds", { value });
      }
      const whole = Math.round(seconds);
      if (whole < HOUR) return t("minutes", { minutes: Math.floor(whole / MINUTE), seconds: whole % MINUTE });
      if (whole < DAY) {
        return t("hours", { hours: Math.floor(whole / HOUR), minutes: Math.floor((whole % HOUR) / MINUTE) });
      }
      return t("days", { days: Math.floor(whole / DAY), hours: Math.floor((whole % DAY) / HOUR) });
    },
    [t, format],
  );
}

/** The name of a step: its node's own, or that of its kind. Of a step in an app within only its id is known. */
export function useStepName(): (step: Pick<StepDto, "title" | "type" | "nodeId">, isKnown?: boolean) => string {
  const t = useTranslations("apps-flow.nodes");
  return useCallback(({ title, type, nodeId }, isKnown = true) => title || (isKnown ? t(type) : nodeId), [t]);
}
