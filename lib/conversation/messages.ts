import "server-only";
import { db } from "@/db/client";
import { findChatSession, findMessage, listAnswers, listRunningRuns, updateChatSession } from "@/db/queries/chat";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError } from "@/lib/http/errors";
import type { ChatMessageDto, MessagePage } from "@/lib/stream/message-dto";
import { isInView, leafBelow, type MessageFilter, readBranch, toMessageDto } from "@/lib/stream/messages";
import type { ConversationKind } from "./kind";

/** The branch in view of an own conversation, oldest first. Throws notFound. */
export async function listMessages(
  actor: Actor,
  kind: ConversationKind,
  conversationId: string,
  filter: MessageFilter = {},
): Promise<MessagePage> {
  requirePermission(actor, kind.permission);
  const conversation = await findChatSession(db(), actor.id, conversationId, kind.code);
  if (!conversation) throw new AppError("notFound");
  return readBranch(conversation, filter);
}

/** Shows the branch of a message: the conversation's leaf becomes the newest message below it. Throws notFound. */
export async function showBranch(
  actor: Actor,
  kind: ConversationKind,
  messageId: string,
  limit: number,
): Promise<MessagePage> {
  const message = await ownMessage(actor, kind, messageId);
  await lookAt(actor, kind, message);
  return listMessages(actor, kind, message.sessionId, { limit });
}

/** Every answer to an own question, oldest first: side by side for a comparison (spec B5). Throws notFound. */
export async function listAnswersTo(
  actor: Actor,
  kind: ConversationKind,
  questionId: string,
): Promise<{ items: ChatMessageDto[] }> {
  const question = await ownMessage(actor, kind, questionId);
  if (question.role !== "user") throw new AppError("notFound");
  const rows = await listAnswers(db(), questionId);
  const ids = rows.map((row) => row.id);
  const running = await listRunningRuns(db(), ids);
  const runs = new Map(running.map((run) => [run.messageId, run.id]));
  return { items: rows.map((row) => toMessageDto(row, ids, runs.get(row.id) ?? null)) };
}

/** The stretch around a message, whatever branch it is in: that branch comes into view. Throws notFound. */
export async function openMessage(
  actor: Actor,
  kind: ConversationKind,
  messageId: string,
  limit: number,
): Promise<MessagePage> {
  const message = await ownMessage(actor, kind, messageId);
  const conversation = await findChatSession(db(), actor.id, message.sessionId, kind.code);
  if (!conversation) throw new AppError("notFound");
  if (!(await isInView(conversation, messageId))) await lookAt(actor, kind, message);
  return listMessages(actor, kind, message.sessionId, { limit, around: messageId });
}

type OwnMessage = NonNullable<Awaited<ReturnType<typeof findMessage>>>;

async function ownMessage(actor: Actor, { permission, code }: ConversationKind, id: string): Promise<OwnMessage> {
  requirePermission(actor, permission);
  const message = await findMessage(db(), actor.id, id, code);
  if (!message) throw new AppError("notFound");
  return message;
}

async function lookAt(actor: Actor, { code }: ConversationKind, message: OwnMessage): Promise<void> {
  const activeLeafId = await leafBelow(message);
  await updateChatSession(db(), actor.id, message.sessionId, { activeLeafId }, code);
}
