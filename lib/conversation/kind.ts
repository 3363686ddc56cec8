import "server-only";
import type { ChatKind } from "@/db/queries/chat";
import type { NewTurn, TurnContext } from "@/db/queries/turns";
import type { Actor } from "@/lib/auth/actor";
import type { ChatMessage, ChatOptions, ResolvedModel } from "@/lib/models/types";
import type { PermissionCode } from "@/lib/permissions/codes";
import type { ContextData, MessagePart } from "@/lib/stream/parts";
import type { AvailableTool } from "@/lib/tools/types";
import type { Continued } from "./continued";
import type { AnswerSources } from "./sources";
import type { Steps } from "./steps";

/** What makes the conversations of an area its own: everything else of asking and answering is the engine's. */
export interface ConversationKind {
  code: ChatKind;
  /** What the ledger books its calls to. */
  app: string;
  /** Whoever asks needs it, and still needs it when a later call of the answer begins. */
  permission: PermissionCode;
  /** Address of a conversation's screen. */
  home: (conversationId: string) => string;
  /** Comes after an answer that was carried to its end in a conversation that is kept. Must not throw. */
  onDone?: (actor: Actor, turn: Turn, rows: NewTurn) => Promise<void>;
}

/** What a model is told, and what becomes of its words. */
export interface Speech {
  messages: readonly ChatMessage[];
  options: ChatOptions;
  tools: readonly AvailableTool[];
  sources: AnswerSources | null;
  /** What filled the model's window, for the reader. */
  context?: ContextData;
  /** Times an answer that was cut for length is gone on with by itself. */
  goesOn?: number;
}

/** What working out a speech is given: steps the reader sees, and the sign that the answer was ended. */
export interface Working {
  steps: Steps;
  signal: AbortSignal;
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
  /** The answer that is taken up again. */
  continued?: Continued;
}
