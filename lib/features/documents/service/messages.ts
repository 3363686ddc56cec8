import "server-only";
import { db } from "@/db/client";
import { findChatSession, findMessage, updateChatSession } from "@/db/queries/chat";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError } from "@/lib/http/errors";
import { P } from "@/lib/permissions/codes";
import type { MessagePage } from "@/lib/stream/message-dto";
import { leafBelow, type MessageFilter, readBranch } from "@/lib/stream/messages";

/** The branch in view of a conversation about documents, oldest first. Throws notFound. */
export async function listMessages(actor: Actor, chatId: string, filter: MessageFilter = {}): Promise<MessagePage> {
  requirePermission(actor, P.DOCUMENT);
  const session = await findChatSession(db(), actor.id, chatId, "document");
  if (!session) throw new AppError("notFound");
  return readBranch(session, filter);
}

/** Shows the branch of a message. Throws notFound. */
export async function showBranch(actor: Actor, messageId: string, limit: number): Promise<MessagePage> {
  requirePermission(actor, P.DOCUMENT);
  const message = await findMessage(db(), actor.id, messageId, "document");
  if (!message) throw new AppError("notFound");
  const activeLeafId = await leafBelow(message);
  await updateChatSession(db(), actor.id, message.sessionId, { activeLeafId }, "document");
  return listMessages(actor, message.sessionId, { limit });
}
