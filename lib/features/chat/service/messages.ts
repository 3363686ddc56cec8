import "server-only";
import { db } from "@/db/client";
import { findChatSession, findMessage, listAnswers, listRunningRuns, updateChatSession } from "@/db/queries/chat";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError } from "@/lib/http/errors";
import { P } from "@/lib/permissions/codes";
import type { ChatMessageDto, MessagePage } from "@/lib/stream/message-dto";
import { isInView, leafBelow, type MessageFilter, readBranch, toMessageDto } from "@/lib/stream/messages";

/** The branch in view, oldest first. Throws notFound. */
export async function listMessages(actor: Actor, sessionId: string, filter: MessageFilter = {}): Promise<MessagePage> {
  requirePermission(actor, P.CHAT);
  const session = await findChatSession(db(), actor.id, sessionId);
  if (!session) throw new AppError("notFound");
  return readBranch(session, filter);
}

/** Shows the branch of a message: the session's leaf becomes the newest message below it. */
export async function showBranch(actor: Actor, messageId: string, limit: number): Promise<MessagePage> {
  requirePermission(actor, P.CHAT);
  const message = await findMessage(db(), actor.id, messageId);
  if (!message) throw new AppError("notFound");
  const activeLeafId = await leafBelow(message);
  await updateChatSession(db(), actor.id, message.sessionId, { activeLeafId });
  return listMessages(actor, message.sessionId, { limit });
}

/** Every answer to an own question, oldest first: side by side for a comparison (spec B5). Throws notFound. */
export async function listAnswersTo(actor: Actor, questionId: string): Promise<{ items: ChatMessageDto[] }> {
  requirePermission(actor, P.CHAT);
  const question = await findMessage(db(), actor.id, questionId);
  if (question?.role !== "user") throw new AppError("notFound");
  const rows = await listAnswers(db(), questionId);
  const ids = rows.map((row) => row.id);
  const running = await listRunningRuns(db(), ids);
  const runs = new Map(running.map((run) => [run.messageId, run.id]));
  return { items: rows.map((row) => toMessageDto(row, ids, runs.get(row.id) ?? null)) };
}

/** The stretch around a message, whatever branch it is in: that branch comes into view. Throws notFound. */
export async function openMessage(actor: Actor, messageId: string, limit: number): Promise<MessagePage> {
  requirePermission(actor, P.CHAT);
  const message = await findMessage(db(), actor.id, messageId);
  const session = message && (await findChatSession(db(), actor.id, message.sessionId));
  if (!message || !session) throw new AppError("notFound");
  if (!(await isInView(session, messageId))) {
    const activeLeafId = await leafBelow(message);
    await updateChatSession(db(), actor.id, message.sessionId, { activeLeafId });
  }
  return listMessages(actor, message.sessionId, { limit, around: messageId });
}
