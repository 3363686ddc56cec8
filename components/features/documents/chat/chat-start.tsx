"use client";

import { useQueries } from "@tanstack/react-query";
import { GitCompareArrows, ListChecks, type LucideIcon, MessageSquareText } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { ChatDocumentDto } from "@/lib/features/documents/dto";
import { overviewQuery } from "@/lib/features/documents/hooks";

/** Documents whose overviews are asked for questions, and questions shown. */
const ASKED = 3;
const SHOWN = 4;

interface ChatStartProps {
  documents: readonly ChatDocumentDto[];
  onPick: (question: string) => void;
  /** The composer. */
  children: ReactNode;
}

/** A conversation that has not begun: questions the documents themselves suggest. */
export function ChatStart({ documents, onPick, children }: ChatStartProps) {
  const t = useTranslations("documents.chat");
  const ready = documents.filter(({ parse }) => parse.status === "ready").slice(0, ASKED);
  const overviews = useQueries({ queries: ready.map(({ documentId }) => overviewQuery(documentId)) });
  const perDocument = Math.max(1, Math.floor(SHOWN / Math.max(1, ready.length)));
  const found = [...new Set(overviews.flatMap(({ data }) => data?.questions.slice(0, perDocument) ?? []))];
  const general: [string, LucideIcon][] =
    documents.length > 1
      ? [
          [t("suggest.compare"), GitCompareArrows],
          [t("suggest.common"), ListChecks],
        ]
      : [[t("suggest.points"), ListChecks]];
  const suggestions: [string, LucideIcon][] = [
    ...found.slice(0, SHOWN).map((question): [string, LucideIcon] => [question, MessageSquareText]),
    ...general,
  ].slice(0, SHOWN);
  return (
    <div className="flex min-h-0 flex-1 flex-col items-center overflow-y-auto px-4 py-6">
      <div className="my-auto w-full max-w-(--w-reading)">
        <h2 className="text-balance text-center text-3xl font-semibold max-md:text-2xl">
          {t("start", { count: documents.length })}
        </h2>
        <p className="mb-6 mt-1 text-center text-base text-fg-3">{t("startText")}</p>
        {children}
        {documents.length > 0 && (
          <ul className="mt-4 grid gap-2 sm:grid-cols-2">
            {suggestions.map(([question, Icon]) => (
              <li key={question}>
                <button
                  type="button"
                  onClick={() => onPick(question)}
                  className="flex h-full w-full items-start gap-3 rounded-md border bg-background px-3 py-2.5 text-left text-sm transition-colors hover:border-border-strong hover:bg-subtle"
                >
                  <Icon aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-fg-3" />
                  <span className="line-clamp-3 min-w-0 wrap-anywhere">{question}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
