"use client";

import { CircleAlert, Play, RotateCcw, ShieldAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, type ReactNode } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { Mark } from "@/components/common/mark";
import { useErrorText } from "@/components/common/use-error-text";
import { useMoments } from "@/components/common/use-moments";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import type { Citation } from "@/lib/citations/dto";
import type { ReviewSide } from "@/lib/config/review-kinds";
import type { LiveAnswer } from "@/lib/conversation/client/controller";
import type { ChatMessageDto } from "@/lib/stream/message-dto";
import { type CuratedData, type GroundednessData, type MessagePart, type StepData, withText } from "@/lib/stream/parts";
import { LazyMarkdown } from "./lazy-markdown";
import type { SourceParts } from "./sources/context";
import { withUncitedMarks } from "./sources/mark-text";
import { Thinking } from "./thinking";

const ToolCard = lazy(() => import("./tool-card").then((module) => ({ default: module.ToolCard })));

const ShownBlock = lazy(() => import("./shown-block").then((module) => ({ default: module.ShownBlock })));

const CuratedNote = lazy(() => import("./curated-note").then((module) => ({ default: module.CuratedNote })));

/** Calls whose input is what is shown: `lib/features/apps/shown.ts`, which is loaded with them alone. */
const SHOWING: readonly string[] = ["show_form", "show_cards"];

interface AnswerProps {
  message: ChatMessageDto;
  /** Set while this answer is being written. */
  live: LiveAnswer | null;
  isLast: boolean;
  actions: ReactNode;
  onRetry: () => void;
  /** Goes on with an answer that ended too early; unset where that is not possible. */
  onContinue?: () => void;
  /** The person's word on a call of a tool that waits for it. */
  onConsent?: (callId: string, allowed: boolean) => Promise<void>;
  /** Of conversations with sources. */
  sources?: SourceParts;
}

/** A model's turn: who answered, its thinking, the text, how it ended, what can be done with it (design 7.6). */
export function Answer(props: AnswerProps) {
  const { message, live, isLast, actions, onRetry, onContinue, onConsent, sources } = props;
  const t = useTranslations("chat.answer");
  const moments = useMoments();
  const content: Content = live ? liveContent(live) : storedContent(message);
  const { text, blocks, reasoning, thoughtMs } = content;
  const isStreaming = live !== null || message.status === "streaming";
  const { curated } = content;
  const uncited = content.support?.uncited;
  // Nobody but its author speaks in a curated answer.
  const model = curated ? t("curated.label") : (message.modelName ?? "");
  const body = blocks.map((part, index) =>
    part.type === "tool" ? (
      <LazyBoundary key={part.callId}>
        {SHOWING.includes(part.name) ? (
          <ShownBlock tool={part} isOpen={isLast && !isStreaming} />
        ) : (
          <ToolCard tool={part} onConsent={onConsent} />
        )}
      </LazyBoundary>
    ) : (
      part.type === "text" && (
        <LazyMarkdown
          // biome-ignore lint/suspicious/noArrayIndexKey: texts have no name, and what was said keeps its place
          key={index}
          text={uncited ? withUncitedMarks(part.text, uncited) : part.text}
          isLive={isStreaming && index === blocks.length - 1}
          hasMarks={sources !== undefined || isStreaming || content.citations.length > 0}
        />
      )
    ),
  );
  return (
    <article
      aria-label={curated ? model : t("label", { model })}
      aria-busy={isStreaming}
      data-message={message.id}
      className="message mb-2 pb-2"
    >
      <header className="mb-2 flex items-center gap-2 text-sm">
        <Mark size={20} />
        <span className="min-w-0 truncate font-semibold">{model}</span>
        <time dateTime={message.createdAt} className="tnum shrink-0 text-xs text-fg-3" suppressHydrationWarning>
          {moments.clock(message.createdAt)}
        </time>
      </header>
      {reasoning && (
        <Thinking text={reasoning} isRunning={isStreaming && blocks.length === 0} milliseconds={thoughtMs} />
      )}
      {sources && <sources.Steps steps={content.steps} isRunning={isStreaming} />}
      {content.review && <ReviewNote side={content.review} />}
      {curated && (
        <LazyBoundary>
          <CuratedNote {...curated} />
        </LazyBoundary>
      )}
      {sources && text && (
        <sources.Sourced
          owner={message.id}
          citations={content.citations}
          support={content.support}
          isRunning={isStreaming}
        >
          {body}
        </sources.Sourced>
      )}
      {/* Marks are no text: until what shows the sources is there, they are left out. */}
      {!(sources && text) && body}
      {isStreaming ? (
        <Waiting live={live} isVisible={blocks.length > 0 || reasoning !== "" || content.steps.length > 0} />
      ) : (
        <>
          <Ending message={message} isLast={isLast} onRetry={onRetry} onContinue={text ? onContinue : undefined} />
          {actions}
        </>
      )}
    </article>
  );
}

interface Content {
  /** Texts and tools in their order. */
  blocks: readonly MessagePart[];
  /** All that was said, without the tools. */
  text: string;
  reasoning: string;
  thoughtMs: number | null;
  steps: readonly StepData[];
  citations: readonly Citation[];
  support: GroundednessData | null;
  curated: CuratedData | null;
  /** A review rule answered. */
  review: ReviewSide | null;
}

const reviewOf = (parts: readonly MessagePart[]) => parts.find((part) => part.type === "review")?.side ?? null;

function liveContent(live: LiveAnswer): Content {
  const blocks = withText(live.said, live.text);
  const said = blocks.filter(({ type }) => type !== "review");
  return { ...live, blocks: said, text: textOf(said), review: reviewOf(blocks) };
}

const textOf = (blocks: readonly MessagePart[]) =>
  blocks.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");

export function storedContent(message: ChatMessageDto): Content {
  const blocks: MessagePart[] = [];
  const citations: Citation[] = [];
  const beside = { reasoning: "", thoughtMs: null as number | null, steps: [] as readonly StepData[] };
  let support: GroundednessData | null = null;
  let curated: CuratedData | null = null;
  for (const part of message.parts) {
    if (part.type === "text" || part.type === "tool") blocks.push(part);
    if (part.type === "reasoning") {
      beside.reasoning += part.text;
      beside.thoughtMs = part.milliseconds ?? null;
    }
    if (part.type === "steps") beside.steps = part.steps;
    if (part.type === "citation") citations.push(part.citation);
    if (part.type === "support") support = part.support;
    if (part.type === "curated") curated = part.curated;
  }
  return { ...beside, blocks, text: textOf(blocks), citations, support, curated, review: reviewOf(message.parts) };
}

function ReviewNote({ side }: { side: ReviewSide }) {
  const t = useTranslations("chat.answer.review");
  return (
    <p className="mb-2 flex items-center gap-2 text-fg-3 text-sm">
      <ShieldAlert aria-hidden size={15} className="shrink-0" />
      {t(side)}
    </p>
  );
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

interface EndingProps {
  message: ChatMessageDto;
  isLast: boolean;
  onRetry: () => void;
  onContinue?: () => void;
}

function Ending({ message, isLast, onRetry, onContinue }: EndingProps) {
  const t = useTranslations("chat.answer");
  const errorText = useErrorText();
  const { status, error } = message;
  if (status === "done") return null;
  const goOn = isLast && onContinue && (
    <Button size="sm" icon={Play} onClick={onContinue}>
      {t("continue")}
    </Button>
  );
  if (status === "stopped" || (status === "limited" && error === null)) {
    return (
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
        <p className={status === "stopped" ? "text-fg-3" : "text-warning-ink"}>
          {t(status === "stopped" ? "stopped" : "limited")}
        </p>
        {goOn}
      </div>
    );
  }
  const reason = errorText(error);
  return (
    <div
      role={isLast ? "alert" : undefined}
      className="mb-3 mt-1 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-danger-soft px-3 py-2 text-sm text-danger-ink"
    >
      <CircleAlert aria-hidden size={15} className="shrink-0" />
      <span className="min-w-0 flex-1">
        {status === "failed" ? t("failed", { reason }) : t("interrupted", { reason })}
      </span>
      {status !== "failed" && goOn}
      {isLast && (
        <Button size="sm" icon={RotateCcw} onClick={onRetry}>
          {t("retry")}
        </Button>
      )}
    </div>
  );
}
