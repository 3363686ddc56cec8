"use client";

import { useQuery } from "@tanstack/react-query";
import { Sparkles } from "lucide-react";
import { useTranslations } from "next-intl";
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
  if (!data || data.items.length === 0) return null;
  return (
    <section aria-label={t("offered")} className="mt-6">
      <h3 className="mb-2 text-fg-3 text-xs">{t("offered")}</h3>
      <ul className="grid gap-2 sm:grid-cols-2">
        {data.items.map(({ id, content, base }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => onPick(content, base)}
              className="flex min-h-10 w-full items-center gap-2 rounded-md border bg-background px-3 py-2 text-left text-sm hover:border-border-strong hover:bg-subtle pointer-coarse:min-h-11"
            >
              <Sparkles aria-hidden size={14} strokeWidth={1.75} className="shrink-0 text-fg-3" />
              <span className="wrap-anywhere min-w-0 flex-1">{content}</span>
              {base && baseIds.length !== 1 && (
                <span className="max-w-28 shrink-0 truncate text-fg-3 text-xs">{base.name}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
