"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { QuestionOffers } from "@/components/chat/question-offers";
import type { ChosenBase } from "@/components/features/knowledge/chat/base-picker";
import { offeredQuery } from "@/lib/features/knowledge-operations/recommended-hooks";

interface OfferedQuestionsProps {
  /** Bases that are chosen; none: all the person may ask. */
  baseIds: readonly string[];
  onPick: (question: string, base: ChosenBase | null) => void;
}

/** Questions the center recommends (spec H6): one that is picked stands in the field, with the base that answers it chosen. */
export function OfferedQuestions({ baseIds, onPick }: OfferedQuestionsProps) {
  const t = useTranslations("knowledge-operations");
  const { data } = useQuery(offeredQuery(baseIds));
  const items = data?.items ?? [];
  return (
    <QuestionOffers
      title={t("offered")}
      items={items.map(({ id, content, base }) => ({
        ...{ id, text: content },
        note: baseIds.length !== 1 && base?.name,
      }))}
      onPick={(picked) => {
        const offer = items.find(({ id }) => id === picked);
        if (offer) onPick(offer.content, offer.base);
      }}
    />
  );
}
