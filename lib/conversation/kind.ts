import "server-only";
import type { TurnContext } from "@/db/queries/conversation/turns";
import type { Actor } from "@/lib/auth/actor";
import type { ChatMessage, ChatOptions, ResolvedModel } from "@/lib/models/types";
import type { OwnReviewRule } from "@/lib/review/rule-schema";
import type { ContextData, CuratedData, MessagePart } from "@/lib/stream/parts";
import type { AvailableTool } from "@/lib/tools/types";
import type { ConversationArea } from "./area";
import type { AskedBefore } from "./asking";
import type { Continued } from "./continued";
import type { AnswerWish } from "./schema";
import type { AnswerSources } from "./sources";
import type { Steps } from "./steps";
import type { Begun } from "./turn";

/** What makes the conversations of an area its own: everything else of asking and answering is the engine's. */
export interface ConversationKind extends ConversationArea {
  /**
   * Begins an answer to a stored question: once more, or, with `continued`, on from where an answer ended. Throws as a
   * new question of the area does.
   */
  answer: (actor: Actor, asked: AskedBefore & { continued?: Continued }, wish: AnswerWish) => Promise<Begun>;
  /** Names of what a conversation is about, for the head of a file. */
  about?: (actor: Actor, conversationId: string) => Promise<string[]>;
}

/** What a model is told, and what becomes of its words. */
export interface Speech {
  messages: readonly ChatMessage[];
  options: ChatOptions;
  tools: readonly AvailableTool[];
  sources: AnswerSources | null;
  /** The answer itself, where it is known without a model: nothing is called. Its `sources` are kept ones alone. */
  words?: string;
  /** Who stands for these words. */
  curated?: CuratedData;
  /** What filled the model's window, for the reader. */
  context?: ContextData;
  /** Times an answer that was cut for length is gone on with by itself. */
  goesOn?: number;
}

/** What working out a speech is given: steps the reader sees, and the sign that the answer was ended. */
export interface Working {
  steps: Steps;
  signal: AbortSignal;
  /** The person with the rights of this moment. Throws noPermission. */
  actorNow(): Promise<Actor>;
}

/** A question that is asked now, and all that its answer needs. */
export interface Turn {
  /** Of the conversation; its path is the branch above the question, newest first. */
  context: TurnContext;
  /** `parts` are what is stored of a new question. */
  question: { id: string; parentId: string | undefined; text: string; parts: MessagePart[]; isNew: boolean };
  model: ResolvedModel;
  /** Known before the question is stored; or worked out afterwards, which takes a while. */
  speech: Speech | ((working: Working) => Promise<Speech>);
  idempotencyKey: string | null;
  /** Of the answers several models give to one question. */
  comparisonId?: string;
  /** Review rules of what is talked with, besides those of the organisation. */
  reviewRules?: readonly OwnReviewRule[];
  /** What the person gave besides, and a model is told: what was filled into a form. Review rules look at it too. */
  given?: readonly string[];
  /** Answers of the same person that wait for this one: their places are not counted against it. */
  depth?: number;
  /** A rule held the question back: this is answered, and no model hears of it. */
  refused?: string;
  /** The answer that is taken up again. */
  continued?: Continued;
}
