import "server-only";
import { db } from "@/db/client";
import { type ChatKind, findChatSession, findMessage } from "@/db/queries/chat";
import type { Actor } from "@/lib/auth/actor";
import { AppError } from "@/lib/http/errors";
import type { Locale } from "@/lib/i18n/locales";
import { readMessages } from "@/lib/stream/messages";
import { conversationFile, type ExportFormat } from "./file";

/** One answer and its question as a file. The caller has checked the area's permission. Throws notFound. */
export async function exportOne(
  actor: Actor,
  at: { kind: ChatKind; id: string },
  format: ExportFormat,
  locale: Locale,
): Promise<Response> {
  const message = await findMessage(db(), actor.id, at.id, at.kind);
  const session = message && (await findChatSession(db(), actor.id, message.sessionId, at.kind));
  if (message?.role !== "assistant" || !session) throw new AppError("notFound");
  const messages = await readMessages(session.id, [message.parentId ?? message.id, message.id]);
  return conversationFile(actor, { title: session.title, documents: [], messages }, format, locale);
}
