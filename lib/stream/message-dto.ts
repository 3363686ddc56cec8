import type { DislikeReason } from "@/lib/config/feedback";
import type { ContextData, MessagePart } from "./parts";

export type MessageStatus = "streaming" | "done" | "stopped" | "interrupted" | "limited" | "failed";

/** A message of any area that talks to a model. */
export interface ChatMessageDto {
  id: string;
  parentId: string | null;
  role: "user" | "assistant";
  parts: MessagePart[];
  status: MessageStatus;
  /** Key of the error catalogue. */
  error: string | null;
  modelId: string | null;
  modelName: string | null;
  usage: {
    inputTokens: number;
    outputTokens: number;
    estimated: boolean;
    firstTokenMs: number | null;
    durationMs: number | null;
  } | null;
  /** What went to the model and what did not; null where nothing is told of it. */
  context: ContextData | null;
  /** Money in micro-units; null without a price. */
  cost: { micros: number; currency: string } | null;
  /** Shared by the answers several models gave to one question at once. */
  comparisonId: string | null;
  /** The run to follow while the status is `streaming`. */
  runId: string | null;
  /** Ids of all messages under the same parent, oldest first: answers to one question, or versions of one. */
  siblingIds: string[];
  /** What the asker thinks of an answer. */
  feedback?: MessageFeedback | null;
  createdAt: string;
}

export interface MessageFeedback {
  value: "like" | "dislike";
  /** Of a dislike (spec 4). */
  reason: DislikeReason | null;
  text: string;
}

export interface MessagePage {
  items: ChatMessageDto[];
  /** Earlier messages of the branch are left out. */
  hasEarlier: boolean;
  /** What `before` of the page above this one is; null at the beginning. */
  next?: string | null;
  /** Later ones are left out: the page stands around a message that was looked for. */
  hasLater?: boolean;
}
