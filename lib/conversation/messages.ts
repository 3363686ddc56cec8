import "server-only";
import { db } from "@/db/client";
import { findMessage, listAnswers, listRunningRuns } from "@/db/queries/conversation/messages";
import { findChatSession, updateChatSession } from "@/db/queries/conversation/sessions";
import type { Actor } from "@/lib/auth/actor";
import { asReadBy } from "@/lib/citations/gone";
import { AppError } from "@/lib/errors/errors";
import type { ChatMessageDto, MessagePage } from "@/lib/stream/message-dto";
import { isInView, leafBelow, type MessageFilter, readBranch, toMessageDto } from "@/lib/stream/messages";
import { withArea } from "./access";

/** The branch in view of an own conversation, oldest first. Throws notFound. */
export async function listMessages(
  actor: Actor,
  conversationId: string,
  filter: MessageFilter = {},
): Promise<MessagePage> {
  return messagesIn(actor, await ownConversation(actor, conversationId), filter);
}

/** As `listMessages`, of an own conversation that is at hand. */
export async function messagesIn(
  actor: Actor,
  conversation: { id: string; activeLeafId: string | null },
  filter: MessageFilter = {},
): Promise<MessagePage> {
  const page = await readBranch(conversation, filter);
  return { ...page, items: await asReadBy(actor, page.items) };
}

/** Shows the branch of a message: the conversation's leaf becomes the newest message below it. Throws notFound. */
export async function showBranch(actor: Actor, messageId: string, limit: number): Promise<MessagePage> {
  const message = await ownMessage(actor, messageId);
  await lookAt(actor, message);
  return listMessages(actor, message.sessionId, { limit });
}

/** Every answer to an own question, oldest first: side by side for a comparison (spec B5). Throws notFound. */
export async function listAnswersTo(actor: Actor, questionId: string): Promise<{ items: ChatMessageDto[] }> {
  const question = await ownMessage(actor, questionId);
  if (question.role !== "user") throw new AppError("notFound");
  const rows = await listAnswers(db(), questionId);
  const ids = rows.map((row) => row.id);
  const running = await listRunningRuns(db(), ids);
  const runs = new Map(running.map((run) => [run.messageId, run.id]));
  const items = rows.map((row) => toMessageDto(row, ids, runs.get(row.id) ?? null));
  return { items: await asReadBy(actor, items) };
}

/** The stretch around a message, whatever branch it is in: that branch comes into view. Throws notFound. */
export async function openMessage(actor: Actor, messageId: string, limit: number): Promise<MessagePage> {
  const message = await ownMessage(actor, messageId);
  const conversation = await ownConversation(actor, message.sessionId);
  if (!(await isInView(conversation, messageId))) await lookAt(actor, message);
  return listMessages(actor, message.sessionId, { limit, around: messageId });
}

/** An own conversation of any kind. Throws notFound, and noPermission where its kind is not the caller's to use. */
export async function ownConversation(actor: Actor, id: string) {
  return withArea(actor, await findChatSession(db(), actor.id, id));
}

/** As `ownConversation`, of a message. */
export async function ownMessage(actor: Actor, id: string) {
  return withArea(actor, await findMessage(db(), actor.id, id));
}
export type OwnMessage = Awaited<ReturnType<typeof ownMessage>>;

async function lookAt(actor: Actor, message: OwnMessage): Promise<void> {
  await updateChatSession(db(), actor.id, message.sessionId, { activeLeafId: await leafBelow(message) });
}
