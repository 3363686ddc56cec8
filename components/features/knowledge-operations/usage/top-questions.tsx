"use client";

import { useFormatter, useTranslations } from "next-intl";
import { Meter } from "@/components/ui/meter";
import { LOW_ANSWERED } from "@/lib/features/knowledge-operations/limits";
import type { UsageDto } from "@/lib/features/knowledge-operations/usage-dto";
import { Card, linkClass } from "./card";
import { shareOf } from "./figures";

interface TopQuestionsProps {
  top: UsageDto["top"];
  /** Questions are not counted by department. */
  note?: string;
  onAll: () => void;
}

/** The most frequent questions with how many of each were answered. */
export function TopQuestions({ top: { items, closed }, note, onAll }: TopQuestionsProps) {
  const t = useTranslations("knowledge-operations-usage");
  return (
    <Card
      title={t("top.title")}
      note={note}
      end={
        <button type="button" aria-haspopup="dialog" onClick={onAll} className={linkClass}>
          {t("top.all")}
        </button>
      }
    >
      {items.length > 0 && (
        <ol className="space-y-1">
          {items.map(({ id, base, text, questions, answered }, index) => (
            <li key={id} className="flex min-h-7 items-center gap-2.5 text-sm">
              <span className="tnum w-4 shrink-0 text-fg-3 text-xs">{index + 1}</span>
              <span className="min-w-0 flex-1">
                <span className="block truncate" title={text ?? undefined}>
                  {text}
                </span>
                {base && <span className="block truncate text-fg-3 text-xs">{base.name}</span>}
              </span>
              <span className="tnum w-10 shrink-0 text-right">{questions}</span>
              <AnsweredShare answered={answered} questions={questions} label={text ?? ""} />
            </li>
          ))}
        </ol>
      )}
      {items.length === 0 && closed.count === 0 && <p className="text-fg-3 text-sm">{t("top.none")}</p>}
      {closed.count > 0 && (
        <p className="mt-2 text-fg-3 text-xs">
          {items.length === 0 && <>{t("top.none")} · </>}
          {t("top.closed", closed)}
        </p>
      )}
    </Card>
  );
}

interface AnsweredShareProps {
  answered: number;
  questions: number;
  label: string;
}

/** How many of the times it was asked a question was answered. */
export function AnsweredShare({ answered, questions, label }: AnsweredShareProps) {
  const t = useTranslations("knowledge-operations-usage");
  const format = useFormatter();
  const share = shareOf(answered, questions) ?? 0;
  const percent = format.number(share, { style: "percent", maximumFractionDigits: 0 });
  const isLow = share < LOW_ANSWERED;
  return (
    <span className="flex shrink-0 items-center gap-2">
      <Meter
        value={share * 100}
        tone={isLow ? "warning" : "success"}
        label={`${label} ${t("question.share", { percent })}`}
        className="w-8"
      />
      <span
        className={isLow ? "tnum w-9 text-right text-warning-ink text-xs" : "tnum w-9 text-right text-fg-2 text-xs"}
      >
        {percent}
      </span>
    </span>
  );
}
