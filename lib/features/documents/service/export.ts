import "server-only";
import { db } from "@/db/client";
import { findChatSession } from "@/db/queries/chat";
import { conversationFile, type ExportFormat } from "@/lib/answers/export/file";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError } from "@/lib/http/errors";
import type { Locale } from "@/lib/i18n/locales";
import { areaTexts } from "@/lib/i18n/translate";
import { P } from "@/lib/permissions/codes";
import { readBranch } from "@/lib/stream/messages";
import { readChat } from "./chats";

/** The branch in view of a conversation as a file, its citations as footnotes (spec D4). Throws notFound. */
export async function exportChat(
  actor: Actor,
  chatId: string,
  format: ExportFormat,
  locale: Locale,
): Promise<Response> {
  requirePermission(actor, P.DOCUMENT);
  const session = await findChatSession(db(), actor.id, chatId, "document");
  if (!session) throw new AppError("notFound");
  const [chat, { items: messages }, t] = await Promise.all([
    readChat(actor, chatId),
    readBranch(session),
    areaTexts(locale, "documentOutput"),
  ]);
  const documents = chat.documents.map(({ name }) => name);
  return conversationFile(actor, { title: chat.title || t("untitled"), documents, messages }, format, locale);
}
