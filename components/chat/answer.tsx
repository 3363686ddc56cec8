"use client";

import { CircleAlert, RotateCcw } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { memo, type ReactNode } from "react";
import { Mark } from "@/components/common/mark";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import type { Citation } from "@/lib/citations/types";
import type { LiveAnswer } from "@/lib/features/chat/controller";
import type { ChatMessageDto } from "@/lib/features/chat/dto";
import type { StepData, SupportData } from "@/lib/stream/parts";
import { LazyMarkdown } from "./lazy-markdown";
import type { SourceParts } from "./sources/context";
import { Thinking } from "./thinking";

interface AnswerProps {
  message: ChatMessageDto;
  /** Set while this answer is being written. */
  live: LiveAnswer | null;
  isLast: boolean;
  actions: ReactNode;
  onRetry: () => void;
  /** Of conversations with sources. */
  sources?: SourceParts;
}

/** A model's turn: who answered, its thinking, the text, how it ended, what can be done with it (design 7.6). */
export const Answer = memo(function Answer({ message, live, isLast, actions, onRetry, sources }: AnswerProps) {
  const t = useTranslations("chat.answer");
  const format = useFormatter();
  const content: Content = live ?? storedContent(message);
  const { text, reasoning, thoughtMs } = content;
  const isStreaming = live !== null || message.status === "streaming";
  const model = message.modelName ?? "";
  return (
    <article
      aria-label={t("label", { model })}
      aria-busy={isStreaming}
      data-message={message.id}
      className="message mb-2 pb-2"
    >
      <header className="mb-2 flex items-center gap-2 text-sm">
        <Mark size={20} />
        <span className="min-w-0 truncate font-semibold">{model}</span>
        <time dateTime={message.createdAt} className="tnum shrink-0 text-xs text-fg-3" suppressHydrationWarning>
          {format.dateTime(new Date(message.createdAt), { hour: "2-digit", minute: "2-digit", hourCycle: "h23" })}
        </time>
      </header>
      {reasoning && <Thinking text={reasoning} isRunning={isStreaming && !text} milliseconds={thoughtMs} />}
      {sources && <sources.Steps steps={content.steps} isRunning={isStreaming} />}
      {sources && text && (
        <sources.Sourced
          owner={message.id}
          citations={content.citations}
          support={content.support}
          isRunning={isStreaming}
        >
          <LazyMarkdown text={text} isLive={isStreaming} hasMarks />
        </sources.Sourced>
      )}
      {!sources && text && <LazyMarkdown text={text} isLive={isStreaming} />}
      {isStreaming ? (
        <Waiting live={live} isVisible={text !== "" || reasoning !== "" || content.steps.length > 0} />
      ) : (
        <>
          <Ending message={message} isLast={isLast} onRetry={onRetry} />
          {actions}
        </>
      )}
    </article>
  );
});

interface Content {
  text: string;
  reasoning: string;
  thoughtMs: number | null;
  steps: readonly StepData[];
  citations: readonly Citation[];
  support: SupportData | null;
}

export function storedContent(message: ChatMessageDto): Content {
  const citations: Citation[] = [];
  const content: Content = { text: "", reasoning: "", thoughtMs: null, steps: [], citations, support: null };
  for (const part of message.parts) {
    if (part.type === "text") content.text += part.text;
    if (part.type === "reasoning") {
      content.reasoning += part.text;
      content.thoughtMs = part.milliseconds ?? null;
    }
    if (part.type === "steps") content.steps = part.steps;
    if (part.type === "citation") citations.push(part.citation);
    if (part.type === "support") content.support = part.support;
  }
  return content;
}

interface WaitingProps {
  live: LiveAnswer | null;
  /** Something of the answer is to be seen already. */
  isVisible: boolean;
}

function Waiting({ live, isVisible }: WaitingProps) {
  const t = useTranslations("chat.answer");
  if (live?.isReconnecting) return <Note>{t("reconnecting")}</Note>;
  if (live?.isStopping) return <Note>{t("stopping")}</Note>;
  return isVisible ? null : <Note>{t("waiting")}</Note>;
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p className="mt-1 flex items-center gap-2 text-sm text-fg-3">
      <Spinner size={14} />
      {children}
    </p>
  );
}

function Ending({ message, isLast, onRetry }: { message: ChatMessageDto; isLast: boolean; onRetry: () => void }) {
  const t = useTranslations("chat.answer");
  const errors = useTranslations("errors");
  const { status, error } = message;
  if (status === "done") return null;
  if (status === "stopped") return <p className="mb-2 text-sm text-fg-3">{t("stopped")}</p>;
  if (status === "limited" && error === null) return <p className="mb-2 text-sm text-warning-ink">{t("limited")}</p>;
  const key = (error ?? "unknown") as Parameters<typeof errors>[0];
  const reason = errors.has(key)
    ? errors(key, { limit: "", max: "", minutes: 1, count: 1, reset: "" } as never)
    : errors("unknown");
  return (
    <div
      role={isLast ? "alert" : undefined}
      className="mb-3 mt-1 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-danger-soft px-3 py-2 text-sm text-danger-ink"
    >
      <CircleAlert aria-hidden size={15} className="shrink-0" />
      <span className="min-w-0 flex-1">
        {status === "failed" ? t("failed", { reason }) : t("interrupted", { reason })}
      </span>
      {isLast && (
        <Button size="sm" icon={RotateCcw} onClick={onRetry}>
          {t("retry")}
        </Button>
      )}
    </div>
  );
}
