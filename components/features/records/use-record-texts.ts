"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useAppName } from "@/components/common/use-app-name";
import { useErrorText } from "@/components/common/use-error-text";
import { useMoments } from "@/components/common/use-moments";
import { useMoney } from "@/components/common/use-money";
import type { Tone } from "@/components/ui/tone";
import { type RecordTexts, wordOf } from "@/lib/features/records/texts";

export const STATUS_TONES: Record<string, Tone> = {
  done: "success",
  streaming: "primary",
  stopped: "neutral",
  limited: "warning",
  interrupted: "danger",
  failed: "danger",
};

/** Words and figures as the records write them. */
export function useRecordTexts() {
  const t = useTranslations("records");
  const errorText = useErrorText();
  const format = useFormatter();
  const moments = useMoments();
  const money = useMoney();
  const texts = t as unknown as RecordTexts;
  return {
    app: useAppName(),
    status: (status: string) => wordOf(texts, "status", status),
    reason: (reason: string) => wordOf(texts, "reason", reason),
    error: (key: string) => errorText(key),
    number: (value: number) => format.number(value),
    moment: (iso: string) => moments.second(iso),
    wholeMoment: (iso: string) => moments.exact(iso),
    money,
    duration: (ms: number) =>
      ms < 1000
        ? t("unit.ms", { value: ms })
        : t("unit.s", {
            value: format.number(ms / 1000, { maximumFractionDigits: 1, minimumFractionDigits: 1 }),
          }),
  };
}
