import "server-only";
import { v7 } from "uuid";
import { db } from "@/db/client";
import { countAnswers, findAnswer, findMessage } from "@/db/queries/conversation/messages";
import { ROOT_ID, type TurnContext, type TurnNode } from "@/db/queries/conversation/turns";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { loadConfig } from "@/lib/config/system-config";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { assertRunning } from "@/lib/runtime";
import { textOfParts } from "@/lib/stream/history";
import type { MessagePart } from "@/lib/stream/parts";
import { findTurnContext } from "@/lib/stream/turn-store";
import { withArea } from "./access";
import type { ConversationArea } from "./area";
import type { Continued } from "./continued";

/** What a caller says beside the question: the key a repeated post is known by. */
export interface Post {
  messageId?: string;
  idempotencyKey: string | null;
}

/** Where a question stands: its conversation with the branch above it, and itself. */
export interface Asked {
  context: TurnContext;
  question: { id: string; parentId: string | undefined; text: string; isNew: boolean };
  /** Null without one. */
  key: string | null;
}

/** A question that was stored before, with its own parts and the area of its conversation. */
export interface AskedBefore extends Asked {
  area: ConversationArea;
  parts: MessagePart[];
}

/**
 * A new question and what stands above it. A null parent begins the conversation anew: an edited first question. Throws
 * noPermission, notFound, shuttingDown.
 */
export async function askNew(
  actor: Actor,
  area: ConversationArea,
  at: { conversationId: string; parentId?: string | null; text: string },
  post: Post,
): Promise<Asked> {
  requirePermission(actor, area.permission);
  const key = keyOf(post);
  const parentId = at.parentId === null ? ROOT_ID : at.parentId;
  const context = await contextAt(actor, area, { sessionId: at.conversationId, parentId }, key);
  if (!context.repeatedRunId && at.parentId && context.path[0]?.id !== at.parentId) throw new AppError("notFound");
  return { context, question: { id: v7(), parentId, text: at.text, isNew: true }, key };
}

/**
 * The question of a message, to be answered once more: a sibling of its answers (spec B3). Throws notFound, notAnAnswer,
 * and regenerationLimit when the configured number of further answers is reached.
 */
export async function askAgain(actor: Actor, messageId: string, post: Post): Promise<AskedBefore> {
  const key = keyOf(post);
  const message = withArea(actor, await findMessage(db(), actor.id, messageId));
  const questionId = message.role === "user" ? message.id : message.parentId;
  if (!questionId) throw new AppError("notAnAnswer");
  const [asked, answers, { reanswerMax }] = await Promise.all([
    stored(actor, message.area, { sessionId: message.sessionId, questionId }, key),
    countAnswers(db(), questionId),
    loadConfig("chatConfig"),
  ]);
  if (!asked.context.repeatedRunId && answers > reanswerMax) {
    throw new AppError("regenerationLimit", { args: { max: reanswerMax } });
  }
  return asked;
}

/** Answers that ended before they were whole and can be gone on with. */
const UNFINISHED = new Set(["stopped", "interrupted", "limited"]);

/** The last answer of the branch, to be gone on with where it was stopped, cut or interrupted. Throws cannotContinue. */
export async function askToGoOn(
  actor: Actor,
  messageId: string,
  post: Post,
): Promise<AskedBefore & { continued: Continued }> {
  const key = keyOf(post);
  const answer = withArea(actor, await findAnswer(db(), actor.id, messageId));
  if (!answer.parentId) throw new AppError("notFound");
  const asked = await stored(actor, answer.area, { sessionId: answer.sessionId, questionId: answer.parentId }, key);
  const parts = answer.parts as MessagePart[];
  const text = textOfParts(parts.filter((part) => part.type === "text"));
  const isLast = asked.context.activeLeafId === answer.id;
  if (!asked.context.repeatedRunId && !(isLast && UNFINISHED.has(answer.status) && text.trim() !== "")) {
    throw new AppError("cannotContinue");
  }
  const { id, costMicros, currency, firstTokenMs, durationMs } = answer;
  const continued = {
    id,
    modelId: answer.modelId ?? undefined,
    text,
    parts,
    inputTokens: answer.inputTokens ?? 0,
    outputTokens: answer.outputTokens ?? 0,
    firstTokenMs,
    durationMs,
    cost: costMicros === null || currency === null ? null : { costMicros, currency },
  };
  return { ...asked, continued };
}

/** The key a repeated post is known by. Throws shuttingDown: nothing is begun any more. */
function keyOf({ messageId, idempotencyKey }: Post): string | null {
  assertRunning();
  return idempotencyKey ?? messageId ?? null;
}

async function contextAt(
  actor: Actor,
  { code }: ConversationArea,
  at: { sessionId: string; parentId?: string },
  key: string | null,
): Promise<TurnContext> {
  const context = orNotFound(
    await findTurnContext({ ...at, userId: actor.id, idempotencyKey: key ?? undefined, kind: code }),
  );
  return context;
}

/** A stored question as the head of its branch, and the branch above it. */
async function stored(
  actor: Actor,
  area: ConversationArea,
  { sessionId, questionId }: { sessionId: string; questionId: string },
  key: string | null,
): Promise<AskedBefore> {
  const context = await contextAt(actor, area, { sessionId, parentId: questionId }, key);
  const node: TurnNode | undefined = context.path[0];
  if (!node) throw new AppError("notFound");
  const question = { id: node.id, parentId: undefined, text: textOfParts(node.parts), isNew: false };
  const above = { ...context, path: context.path.slice(1) };
  return { area, context: above, question, parts: node.parts as MessagePart[], key };
}
