"use client";

import { ArrowDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { Fragment, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import type { ConversationState } from "@/lib/conversation/client/controller";
import type { ChatMessageDto } from "@/lib/stream/message-dto";
import { Announcer } from "./announcer";
import { storedContent } from "./answer";
import { AnswerRow } from "./answer-row";
import { Question } from "./question";
import type { SourceParts } from "./sources/context";
import { useFoundMessage } from "./use-found-message";
import { useNear } from "./use-near";
import { useStickToBottom } from "./use-stick-to-bottom";

interface MessageListProps {
  state: ConversationState;
  reanswerMax: number;
  onLoadEarlier: () => Promise<void>;
  onReAnswer: (answerId: string) => void;
  onShow: (messageId: string) => void;
  onContinue: (answerId: string) => void;
  onConsent: (callId: string, allowed: boolean) => Promise<void>;
  onEdit: (question: ChatMessageDto) => void;
  /** Shows the answers of several models side by side. */
  onCompare: (answer: ChatMessageDto) => void;
  /** What stands in the place of an answer; null leaves it as it is. */
  instead: (answer: ChatMessageDto) => ReactNode;
  /** Raised by the caller to bring the end into view, e.g. after sending. */
  endSignal: number;
  footer: ReactNode;
  /** Stands below the last answer once it is written. */
  after?: (answer: ChatMessageDto) => ReactNode;
  /** A message that was looked for: it is brought into view and marked for a moment. */
  target: string | null;
  onLoadLater: () => Promise<void>;
  onToEnd: () => Promise<void>;
  /** Of conversations whose answers lead back to sources. */
  sources?: SourceParts;
}

/** The conversation: the branch in view, oldest first, following its end while the reader is there. */
export function MessageList(props: MessageListProps) {
  const { state, endSignal, onLoadEarlier, onLoadLater, onToEnd, footer, target } = props;
  const t = useTranslations("chat.list");
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const hasLater = state.hasLater ?? false;
  const { isAway, toBottom, letGo } = useStickToBottom(box, content, hasLater);
  useFoundMessage(box, target, { isHere: state.items.some(({ id }) => id === target), onGo: letGo });
  const handleToBottom = async () => {
    if (hasLater) await onToEnd();
    requestAnimationFrame(() => toBottom("smooth"));
  };

  useEffect(() => {
    if (endSignal > 0) toBottom("smooth");
  }, [endSignal, toBottom]);

  return (
    <>
      <div
        ref={box}
        role="log"
        aria-live="off"
        aria-label={t("label")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the conversation is scrolled by keyboard
        tabIndex={0}
        className="@container/chat min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 outline-none"
      >
        <div ref={content} className="mx-auto w-full max-w-(--w-reading) pb-4">
          {state.hasEarlier && <Earlier box={box} count={state.items.length} onLoad={onLoadEarlier} />}
          <Messages {...props} />
          {hasLater && <Later key={state.items.at(-1)?.id} box={box} onLoad={onLoadLater} />}
        </div>
      </div>
      <Announcer live={state.live} />
      <div className="relative mx-auto w-full max-w-[calc(var(--w-reading)+32px)] px-4">
        {(isAway || hasLater) && (
          <div className="absolute inset-x-0 -top-11 flex justify-center">
            <button
              type="button"
              aria-label={t("toBottom")}
              onClick={() => void handleToBottom()}
              className="fade inline-flex h-8 items-center gap-1.5 rounded-full border border-border-strong bg-background px-3 text-sm text-fg-2 shadow-md hover:text-fg pointer-coarse:h-11"
            >
              <ArrowDown aria-hidden size={14} />
              {state.live ? t("newContent") : t("toBottom")}
            </button>
          </div>
        )}
        {footer}
      </div>
    </>
  );
}

function Messages(props: MessageListProps) {
  const { state, reanswerMax, onReAnswer, onShow, onContinue, onConsent, onEdit, onCompare, instead, after, sources } =
    props;
  const { items, live } = state;
  return items.map((message, index) => {
    if (message.role === "user") {
      return (
        <Question
          key={message.id}
          message={message}
          sources={sources}
          onShow={onShow}
          onEdit={live ? undefined : onEdit}
        />
      );
    }
    const other = instead(message);
    if (other) return <Fragment key={message.id}>{other}</Fragment>;
    const isLast = index === items.length - 1;
    const row = (
      <AnswerRow
        key={message.id}
        message={message}
        question={questionOf(items[index - 1])}
        live={live?.messageId === message.id ? live : null}
        isAnswering={live !== null}
        isLast={isLast}
        canReAnswer={isLast && !live && !state.hasLater}
        reanswerMax={reanswerMax}
        sources={sources}
        onReAnswer={onReAnswer}
        onShow={onShow}
        onContinue={onContinue}
        onConsent={onConsent}
        onCompare={onCompare}
      />
    );
    if (!after || !isLast || live || state.hasLater) return row;
    return (
      <Fragment key={message.id}>
        {row}
        {after(message)}
      </Fragment>
    );
  });
}

function questionOf(message: ChatMessageDto | undefined): string {
  return message?.role === "user" ? storedContent(message).text : "";
}

interface LaterProps {
  box: RefObject<HTMLDivElement | null>;
  onLoad: () => Promise<void>;
}

/** Fetches later messages when it comes near. */
function Later({ box, onLoad }: LaterProps) {
  const t = useTranslations("chat.list");
  const [isLoading, setIsLoading] = useState(false);
  const mark = useRef<HTMLDivElement>(null);
  const load = async () => {
    if (isLoading) return;
    setIsLoading(true);
    await onLoad().finally(() => setIsLoading(false));
  };
  useNear(mark, box, "0px 0px 600px", load);
  return (
    <div ref={mark} className="flex justify-center py-3">
      <Button size="sm" variant="ghost" loading={isLoading} onClick={load}>
        {isLoading ? t("loadingLater") : t("later")}
      </Button>
    </div>
  );
}

interface EarlierProps {
  box: RefObject<HTMLDivElement | null>;
  count: number;
  onLoad: () => Promise<void>;
}

/** Fetches earlier messages when it comes near, and keeps what is being read in its place. */
function Earlier({ box, count, onLoad }: EarlierProps) {
  const t = useTranslations("chat.list");
  const [isLoading, setIsLoading] = useState(false);
  const mark = useRef<HTMLDivElement>(null);
  const before = useRef<number | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when messages were put in above
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || before.current === null) return;
    element.scrollTop += element.scrollHeight - before.current;
    before.current = element.scrollHeight;
  }, [count, box]);

  const load = async () => {
    if (isLoading) return;
    setIsLoading(true);
    before.current = box.current?.scrollHeight ?? null;
    try {
      await onLoad();
    } finally {
      setIsLoading(false);
      before.current = null;
    }
  };

  useNear(mark, box, "600px 0px 0px", load);

  return (
    <div ref={mark} className="flex justify-center py-3">
      <Button size="sm" variant="ghost" loading={isLoading} onClick={load}>
        {isLoading ? t("loadingEarlier") : t("earlier")}
      </Button>
    </div>
  );
}
