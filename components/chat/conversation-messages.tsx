"use client";

import { lazy, type ReactNode, useMemo, useRef } from "react";
import { CollectAnswer } from "@/components/collected/collect-answer";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import type { ConversationArea } from "@/lib/conversation/area";
import type { ChatMessageDto } from "@/lib/stream/message-dto";
import { type AnswerDoors, AnswerDoorsContext } from "./answer-doors";
import { useShareDialog } from "./history/use-share-dialog";
import { MessageList } from "./message-list";
import { QuoteSelection } from "./quote-selection";
import { useSourceParts } from "./sources/use-source-parts";
import type { Conversation } from "./use-conversation";

const Comparison = lazy(() => import("./compare/comparison").then((module) => ({ default: module.Comparison })));

const NOWHERE = { screen: "" };

interface ConversationMessagesProps {
  conversation: Conversation;
  reanswerMax: number;
  /** Whose answers can be shared one by one; null where nothing is kept. */
  area: ConversationArea | null;
  /** A model that speaks is there. */
  hasSpeech: boolean;
  /** One of several compared answers was gone on with: the model that gave it. */
  onKept?: (modelId: string) => void;
  /** Stands below the last answer once it is written. */
  after?: (answer: ChatMessageDto) => ReactNode;
  /** The composer. */
  children: ReactNode;
}

/** The messages of a conversation with all that can be done with them, its composer at the foot. */
export function ConversationMessages({
  conversation,
  reanswerMax,
  area,
  hasSpeech,
  onKept,
  after,
  children,
}: ConversationMessagesProps) {
  const { compared, onQuote, list } = conversation;
  const sources = useSourceParts(list.state);
  const share = useShareDialog(area ?? NOWHERE);
  const latest = useRef(share);
  latest.current = share;
  const asking = useRef(conversation.ask);
  asking.current = conversation.ask;
  const canShare = area !== null;
  const { id } = conversation;
  const doors = useMemo((): AnswerDoors => {
    const onShare = canShare ? (answer: ChatMessageDto) => latest.current(id, answer.id) : undefined;
    const onSend = (words: string) => asking.current(words);
    return { hasSpeech, More: CollectAnswer, onSend, onQuote, onShare };
  }, [hasSpeech, onQuote, canShare, id]);
  const instead = (answer: ChatMessageDto) =>
    compared && answer.comparisonId === compared.comparisonId ? (
      <LazyBoundary onFailure={conversation.onCompareClose}>
        <Comparison
          conversationId={conversation.id}
          {...compared}
          state={list.state}
          onStop={conversation.onStop}
          onKeep={({ id, modelId }) => {
            conversation.onCompareClose();
            list.onShow(id);
            if (modelId) onKept?.(modelId);
          }}
          onClose={conversation.onCompareClose}
        />
      </LazyBoundary>
    ) : null;
  return (
    <AnswerDoorsContext value={doors}>
      <MessageList
        {...list}
        reanswerMax={reanswerMax}
        instead={instead}
        after={after}
        footer={children}
        sources={sources}
      />
      <QuoteSelection />
    </AnswerDoorsContext>
  );
}
