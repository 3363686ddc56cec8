import "server-only";
import { db } from "@/db/client";
import { findChatSession } from "@/db/queries/chat";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import type { Citation } from "@/lib/citations/types";
import { loadConfig } from "@/lib/config/system-config";
import { contentDisposition } from "@/lib/files/names";
import { AppError } from "@/lib/http/errors";
import { intlLocale, type Locale } from "@/lib/i18n/locales";
import { areaTexts } from "@/lib/i18n/translate";
import { P } from "@/lib/permissions/codes";
import type { ChatMessageDto } from "@/lib/stream/message-dto";
import { readBranch } from "@/lib/stream/messages";
import { type ConversationFile, type ExportRound, toMarkdown } from "../export-file";

import { readChat } from "./chats";

const TYPES = {
  md: "text/markdown; charset=utf-8",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
} as const;

/** The branch in view of a conversation as a file, its citations as footnotes (AHEAD D4). Throws notFound. */
export async function exportChat(
  actor: Actor,
  chatId: string,
  format: "md" | "docx",
  locale: Locale,
): Promise<Response> {
  requirePermission(actor, P.DOCUMENT);
  const session = await findChatSession(db(), actor.id, chatId, "document");
  if (!session) throw new AppError("notFound");
  const [chat, { items }, t, { timeZone }] = await Promise.all([
    readChat(actor, chatId),
    readBranch(session),
    areaTexts(locale, "documentOutput"),
    loadConfig("customConfig"),
  ]);
  const date = new Intl.DateTimeFormat(intlLocale(locale), { dateStyle: "long", timeStyle: "short", timeZone });
  const file: ConversationFile = {
    title: chat.title || t("untitled"),
    exported: t("exported", { date: date.format(new Date()) }),
    documents: chat.documents.map(({ name }) => name),
    rounds: items.flatMap((message) => roundOf(message)),
    t,
  };
  const { toDocx } = await import("../export-docx");
  const body = format === "md" ? toMarkdown(file) : new Uint8Array(await toDocx(file));
  const disposition = contentDisposition("attachment", `${file.title}.${format}`);
  return new Response(body, { headers: { "content-type": TYPES[format], "content-disposition": disposition } });
}

function roundOf({ role, parts, modelName }: ChatMessageDto): ExportRound[] {
  const text = parts.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n\n");
  const quote = parts.find((part) => part.type === "quote")?.text ?? null;
  const citations = parts.flatMap((part): Citation[] => (part.type === "citation" ? [part.citation] : []));
  const support = parts.find((part) => part.type === "support")?.support ?? null;
  if (!text && !quote) return [];
  return [{ role, text, quote, citations, support, modelName }];
}
