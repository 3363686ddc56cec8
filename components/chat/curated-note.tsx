"use client";

import { BadgeCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMoments } from "@/components/common/use-moments";
import type { CuratedData } from "@/lib/stream/parts";

/** Says of an answer that a person stands for it: who, since when and until when, and the question it was written for. */
export function CuratedNote({ question, author, updatedAt, validUntil }: CuratedData) {
  const t = useTranslations("chat.answer.curated");
  const moments = useMoments();
  const since = moments.day(updatedAt);
  const until = validUntil && moments.day(new Date(Date.parse(validUntil) - 1).toISOString());
  return (
    <p className="mb-2 flex gap-2 rounded-md bg-subtle px-3 py-2 text-sm text-fg-2">
      <BadgeCheck aria-hidden size={16} className="mt-0.5 shrink-0 text-success-ink" />
      <span className="min-w-0 wrap-anywhere">
        {author ? t("by", { author, since }) : t("gone")}
        {until && ` · ${t("until", { until })}`}
        {question && <span className="block text-fg-3">{t("question", { question })}</span>}
      </span>
    </p>
  );
}
