"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useAppName } from "@/components/common/use-app-name";
import { useErrorText } from "@/components/common/use-error-text";
import { useMoments } from "@/components/common/use-moments";
import { useMoney } from "@/components/common/use-money";
import type { Tone } from "@/components/ui/tone";
import type { OperationDetailDto, OperationDto } from "@/lib/features/operation-log/dto";
import { type FieldWriter, fieldLabel, fieldValue } from "@/lib/features/operation-log/fields";
import type { OperationResult } from "@/lib/features/operation-log/results";
import { actionText, type LogTexts, targetNameText, targetText } from "@/lib/features/operation-log/texts";

export const RESULT_TONES: Record<OperationResult, Tone> = { success: "success", refused: "warning", failed: "danger" };

/** Names of what the log holds, and moments as it writes them. */
export function useLogTexts() {
  const t = useTranslations("log");
  const errors = useTranslations("errors");
  const errorText = useErrorText();
  const app = useAppName();
  const format = useFormatter();
  const moments = useMoments();
  const money = useMoney();
  const texts = t as unknown as LogTexts;
  return {
    action: (action: string) => actionText(action, texts),
    target: (type: string) => targetText(type, texts),
    /** A thing's own name; settings are named by us. */
    targetName: (row: Pick<OperationDto, "targetType" | "targetName" | "targetId">) => targetNameText(row, texts),
    field: (path: string) => fieldLabel(path, texts),
    /** Values of a row in words: amounts in its currency, what they refer to by name. */
    value: ({ names, currency }: Pick<OperationDetailDto, "names" | "currency">) => {
      const writer: FieldWriter = {
        t: texts,
        app,
        names,
        currency,
        number: (value) => format.number(value),
        money: (micros, of) => money(micros, of),
        moment: (iso) => moments.exact(iso),
      };
      return (path: string, value: unknown) => fieldValue(path, value, writer);
    },
    /** The text of an error, with the figures it was told with. */
    error: (key: string, args: Record<string, string | number>) =>
      /^[A-Za-z]+$/.test(key) && errors.has(key as never) ? errorText(key, args) : key,
    moment: (iso: string) => moments.second(iso),
    wholeMoment: (iso: string) => moments.exact(iso),
    number: (value: number) => format.number(value),
  };
}
