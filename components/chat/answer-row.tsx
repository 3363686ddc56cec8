"use client";

import { memo } from "react";
import type { LiveAnswer } from "@/lib/conversation/client/live-answer";
import type { ChatMessageDto } from "@/lib/stream/message-dto";
import { Answer } from "./answer";
import { AnswerActions } from "./answer-actions";
import type { SourceParts } from "./sources/context";

interface AnswerRowProps {
  message: ChatMessageDto;
  /** What was asked, for the printed page. */
  question: string;
  /** The message while it is being written. */
  live: LiveAnswer | null;
  /** Some answer of the conversation is being written. */
  isAnswering: boolean;
  isLast: boolean;
  canReAnswer: boolean;
  reanswerMax: number;
  sources: SourceParts | undefined;
  onReAnswer: (answerId: string) => void;
  onShow: (messageId: string) => void;
  onContinue: (answerId: string) => void;
  onConsent: (callId: string, allowed: boolean) => Promise<void>;
  onCompare: (answer: ChatMessageDto) => void;
}

/** An answer of the list. While another one grows, each frame leaves it alone: its handlers stay the same. */
export const AnswerRow = memo(function AnswerRow({
  message,
  question,
  live,
  isAnswering,
  isLast,
  canReAnswer,
  reanswerMax,
  sources,
  onReAnswer,
  onShow,
  onContinue,
  onConsent,
  onCompare,
}: AnswerRowProps) {
  const handleReAnswer = () => onReAnswer(message.id);
  return (
    <Answer
      message={message}
      live={live}
      isLast={isLast}
      onRetry={handleReAnswer}
      onContinue={isAnswering ? undefined : () => onContinue(message.id)}
      onConsent={onConsent}
      sources={sources}
      actions={
        <AnswerActions
          message={message}
          question={question}
          reanswerMax={reanswerMax}
          // What failed says so with a button of its own.
          canReAnswer={canReAnswer && message.status !== "failed" && message.status !== "interrupted"}
          onReAnswer={handleReAnswer}
          onShow={onShow}
          onCompare={message.comparisonId ? () => onCompare(message) : undefined}
        />
      }
    />
  );
});
