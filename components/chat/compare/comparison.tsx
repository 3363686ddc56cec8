"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, Square, X } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { Answer } from "@/components/chat/answer";
import { ErrorState } from "@/components/common/error-state";
import { LazyMessages } from "@/components/common/lazy-messages";
import { useMoney } from "@/components/common/use-money";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Skeleton } from "@/components/ui/skeleton";
import { reportFailure } from "@/lib/client/report-failure";
import { ConversationController, type ConversationState } from "@/lib/conversation/client/controller";
import { answersQuery } from "@/lib/conversation/client/hooks";
import type { ChatMessageDto } from "@/lib/stream/message-dto";

interface ComparisonProps {
  conversationId: string;
  questionId: string;
  comparisonId: string;
  /** The branch in view; it follows one of the answers itself, which is not read twice. */
  state: ConversationState;
  onStop: () => void;
  /** Keeps the branch of an answer. */
  onKeep: (answer: ChatMessageDto) => void;
  onClose: () => void;
}

/** Answers of several models to one question, side by side, each with its figures (spec B5). */
export function Comparison(props: ComparisonProps) {
  return (
    <LazyMessages areas={["chat-more"]}>
      <Columns {...props} />
    </LazyMessages>
  );
}

function Columns({ conversationId, questionId, comparisonId, state, onStop, onKeep, onClose }: ComparisonProps) {
  const t = useTranslations("chat-more.compare");
  const { data, isError, refetch } = useQuery(answersQuery(questionId));
  if (isError) return <ErrorState onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="my-4 h-48 w-full" />;
  const answers = data.items.filter((answer) => answer.comparisonId === comparisonId);
  return (
    // Wider than what is read: as wide as the chat, four columns at most.
    <section aria-label={t("heading")} className="mb-4 mt-2 ml-[calc(50%-min(50cqw,640px))] w-[min(100cqw,1280px)]">
      <header className="mb-2 flex items-center gap-2">
        <h2 className="flex-1 text-sm font-semibold">{t("heading")}</h2>
        <IconButton icon={X} label={t("close")} onClick={onClose} />
      </header>
      <ul className="flex snap-x gap-3 overflow-x-auto pb-2">
        {answers.map((answer) => {
          const inView = state.items.find(({ id }) => id === answer.id);
          return (
            <li
              key={answer.id}
              className="w-[min(85vw,340px)] min-w-70 shrink-0 snap-start rounded-md border bg-background p-3 md:flex-1"
            >
              {inView ? (
                <Column message={inView} live={state.live} onStop={onStop} onKeep={onKeep} />
              ) : (
                <Followed conversationId={conversationId} first={answer} onKeep={onKeep} />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface FollowedProps {
  conversationId: string;
  first: ChatMessageDto;
  onKeep: (answer: ChatMessageDto) => void;
}

/** An answer beside the branch in view, followed on its own. */
function Followed({ conversationId, first, onKeep }: FollowedProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first reading begins a column, its controller continues it
  const controller = useMemo(
    () => new ConversationController(conversationId, { items: [first], hasEarlier: false }),
    [first.id],
  );
  const state = useSyncExternalStore(controller.subscribe, controller.snapshot, controller.snapshot);
  useEffect(() => {
    controller.resume();
    return () => controller.leave();
  }, [controller]);
  const message = state.items.find(({ id }) => id === first.id) ?? first;
  const handleStop = () => controller.stop().catch(reportFailure);
  return <Column message={message} live={state.live} onStop={handleStop} onKeep={onKeep} />;
}

interface ColumnProps {
  message: ChatMessageDto;
  live: ConversationState["live"];
  onStop: () => void;
  onKeep: (answer: ChatMessageDto) => void;
}

function Column({ message, live, onStop, onKeep }: ColumnProps) {
  const t = useTranslations("chat-more.compare");
  const isLive = live?.messageId === message.id;
  return (
    <>
      <Answer message={message} live={isLive ? live : null} isLast={false} actions={null} onRetry={() => undefined} />
      <footer className="mt-2 flex flex-wrap items-center gap-2 border-t pt-2">
        <Figures message={message} />
        {isLive ? (
          <Button size="sm" icon={Square} onClick={onStop}>
            {t("stop")}
          </Button>
        ) : (
          <Button size="sm" icon={Check} disabled={message.status === "streaming"} onClick={() => onKeep(message)}>
            {t("keep")}
          </Button>
        )}
      </footer>
    </>
  );
}

function Figures({ message: { usage, cost } }: { message: ChatMessageDto }) {
  const t = useTranslations("chat-more.compare");
  const format = useFormatter();
  const money = useMoney();
  if (!usage) return <span className="flex-1" />;
  const seconds = (milliseconds: number) => format.number(milliseconds / 1000, { maximumFractionDigits: 1 });
  return (
    <p className="tnum min-w-0 flex-1 text-xs text-fg-3">
      {usage.firstTokenMs !== null && `${t("first", { seconds: seconds(usage.firstTokenMs) })} · `}
      {t("tokens", { count: format.number(usage.inputTokens + usage.outputTokens) })}
      {cost && ` · ${money(cost.micros, cost.currency)}`}
    </p>
  );
}
