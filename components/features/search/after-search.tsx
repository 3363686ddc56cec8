"use client";

import { useQuery } from "@tanstack/react-query";
import { CornerDownRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, useState } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { cn } from "@/components/ui/cn";
import { EXTRACT_KINDS } from "@/lib/features/search/chat-schema";
import { deepQuestionsQuery } from "@/lib/features/search/hooks";
import type { ChatMessageDto } from "@/lib/stream/message-dto";

const PicturesView = lazy(() => import("./pictures-view").then((module) => ({ default: module.PicturesView })));
const ExtractView = lazy(() => import("./extract-view").then((module) => ({ default: module.ExtractView })));

const TABS = [...EXTRACT_KINDS, "pictures"] as const;

interface AfterSearchProps {
  answer: ChatMessageDto;
  onAsk: (question: string) => void;
}

/** What follows an answer that cites: what can be drawn out of it, and questions that lead deeper (spec C6). */
export function AfterSearch({ answer, onAsk }: AfterSearchProps) {
  const t = useTranslations("search.after");
  const [shown, setShown] = useState<(typeof TABS)[number] | null>(null);
  if (answer.status !== "done" || !answer.parts.some(({ type }) => type === "citation")) return null;
  return (
    <div className="mb-4">
      <section aria-label={t("tabs")} className="rounded-md border">
        <div className={cn("flex items-center gap-1 overflow-x-auto px-1.5", shown && "border-b")}>
          {TABS.map((kind) => (
            <button
              key={kind}
              type="button"
              aria-expanded={shown === kind}
              onClick={() => setShown(shown === kind ? null : kind)}
              className={cn(
                "h-10 shrink-0 whitespace-nowrap border-b-2 px-2.5 text-sm -outline-offset-2 pointer-coarse:h-11",
                shown === kind ? "border-fg font-semibold text-fg" : "border-transparent text-fg-2 hover:text-fg",
              )}
            >
              {t(kind)}
            </button>
          ))}
        </div>
        {shown && (
          <LazyBoundary onFailure={() => setShown(null)}>
            {shown === "pictures" ? (
              <PicturesView answerId={answer.id} />
            ) : (
              <ExtractView key={shown} answer={answer} kind={shown} />
            )}
          </LazyBoundary>
        )}
      </section>
      <DeepQuestions answerId={answer.id} onAsk={onAsk} />
    </div>
  );
}

function DeepQuestions({ answerId, onAsk }: { answerId: string; onAsk: (question: string) => void }) {
  const t = useTranslations("search.after");
  const { data } = useQuery(deepQuestionsQuery(answerId));
  if (!data || data.items.length === 0) return null;
  return (
    <ul aria-label={t("questions")} className="mt-3 flex flex-wrap gap-2">
      {data.items.map((question) => (
        <li key={question} className="max-w-full">
          <button
            type="button"
            onClick={() => onAsk(question)}
            className="inline-flex min-h-8 max-w-full items-center gap-2 rounded-md border bg-background px-3 py-1 text-left text-fg-2 text-sm transition-colors hover:border-border-strong hover:bg-subtle hover:text-fg pointer-coarse:min-h-11"
          >
            <CornerDownRight aria-hidden size={14} className="shrink-0 text-fg-3" />
            <span className="min-w-0 wrap-anywhere">{question}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
