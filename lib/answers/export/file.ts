import "server-only";
import type { Actor } from "@/lib/auth/actor";
import type { Citation } from "@/lib/citations/dto";
import { goneVersions, withoutGone } from "@/lib/citations/gone";
import { loadConfig } from "@/lib/config/system-config";
import { contentDisposition } from "@/lib/files/names";
import { intlLocale, type Locale } from "@/lib/i18n/locales";
import { momentsOf } from "@/lib/i18n/moments";
import { areaTexts } from "@/lib/i18n/translate";
import type { ChatMessageDto } from "@/lib/stream/message-dto";
import { type ConversationFile, type ExportRound, roundsToMarkdown, toMarkdown } from "./markdown";

export const EXPORT_FORMATS = ["md", "docx"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const TYPES = {
  md: "text/markdown; charset=utf-8",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
} as const;

export interface FileChoice {
  format: ExportFormat;
  locale: Locale;
  isDocument?: boolean;
}

interface Conversation {
  /** Empty: the default name. */
  title: string;
  documents: string[];
  messages: readonly ChatMessageDto[];
}

/**
 * Messages as a file for their owner, what they cite as footnotes (spec B7, D4). Thinking is no part of it. As a document it is
 * the last answer alone.
 */
export async function conversationFile(
  actor: Actor,
  { title, documents, messages }: Conversation,
  { format, locale, isDocument = false }: FileChoice,
): Promise<Response> {
  const shown = isDocument ? messages.filter(({ role }) => role === "assistant").slice(-1) : messages;
  const [t, { timeZone }, gone] = await Promise.all([
    areaTexts(locale, "documents-output"),
    loadConfig("customConfig"),
    goneVersions(actor, shown),
  ]);
  const file: ConversationFile = {
    title: title || t("answer"),
    exported: t("exported", { date: momentsOf(intlLocale(locale), timeZone).exact(new Date()) }),
    documents,
    rounds: shown.flatMap((message) => roundOf(message, gone)),
    isDocument,
    t,
  };
  return asFile(file, format);
}

/** A written text as a file. */
export async function documentFile(
  { title, text }: { title: string; text: string },
  { format, locale }: FileChoice,
): Promise<Response> {
  const round: ExportRound = { role: "assistant", text, quote: null, citations: [], support: null, modelName: null };
  const t = await areaTexts(locale, "documents-output");
  return asFile({ title, exported: "", documents: [], rounds: [round], isDocument: true, t }, format);
}

async function asFile(file: ConversationFile, format: ExportFormat): Promise<Response> {
  const body = format === "md" ? toMarkdown(file) : new Uint8Array(await (await import("./docx")).toDocx(file));
  const disposition = contentDisposition("attachment", `${file.title}.${format}`);
  return new Response(body, { headers: { "content-type": TYPES[format], "content-disposition": disposition } });
}

/** A question and its answer as a text their owner edits further: footnotes as in a file, without what was judged of them. */
export async function roundsText(actor: Actor, messages: readonly ChatMessageDto[], locale: Locale): Promise<string> {
  const [t, gone] = await Promise.all([areaTexts(locale, "documents-output"), goneVersions(actor, messages)]);
  const rounds = messages.flatMap((message) => roundOf({ ...message, modelName: null }, gone));
  return roundsToMarkdown(
    rounds.map((round) => ({ ...round, support: null })),
    t,
  );
}

function roundOf({ role, modelName, ...message }: ChatMessageDto, gone: ReadonlySet<string>): ExportRound[] {
  const parts = withoutGone(message.parts, gone);
  const text = parts.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n\n");
  const quote = parts.find((part) => part.type === "quote")?.text ?? null;
  const citations = citationsOf([{ parts }]);
  const support = parts.find((part) => part.type === "support")?.support ?? null;
  if (!text && !quote) return [];
  return [{ role, text, quote, citations, gone, support, modelName }];
}

function citationsOf(messages: readonly Pick<ChatMessageDto, "parts">[]): Citation[] {
  return messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === "citation" ? [part.citation] : [])));
}
