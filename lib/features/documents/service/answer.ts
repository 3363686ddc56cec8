import "server-only";
import { db } from "@/db/client";
import { findOwnVersion } from "@/db/queries/documents";
import type { Actor } from "@/lib/auth/actor";
import { type Asked, askAgain, askNew } from "@/lib/conversation/asking";
import { beginTurn } from "@/lib/conversation/turn";
import { AppError } from "@/lib/http/errors";
import type { Locale } from "@/lib/i18n/locales";
import { areaTexts } from "@/lib/i18n/translate";
import { readText } from "@/lib/parsing/store";
import type { MessagePart } from "@/lib/stream/parts";
import { runResponse } from "@/lib/stream/read";
import { storable } from "@/lib/text/storable";
import { ABOUT_DOCUMENTS } from "../kind";
import type { DocumentQuestion, DocumentReAnswer } from "../schema";
import { configOf, readingModel } from "./config";
import { chatSources } from "./sources";
import { documentSpeech, type QuotePart } from "./speech";

interface Door {
  locale: Locale;
  idempotencyKey: string | null;
}

/**
 * Asks about the documents of a conversation and answers the stream (spec 10). Thrown before the first byte: notFound,
 * documentNotReady, noModel, modelNotFound, the limits. Later failures are lines of the stream.
 */
export async function answerQuestion(
  actor: Actor,
  chatId: string,
  input: DocumentQuestion,
  { locale, idempotencyKey }: Door,
): Promise<Response> {
  const action = input.action ? (await areaTexts(locale, "documentOutput"))(input.action) : "";
  const text = [action, input.text.trim()].filter(Boolean).join("\n\n");
  const at = { conversationId: chatId, parentId: input.parentId, text };
  const asked = await askNew(actor, ABOUT_DOCUMENTS, at, { messageId: input.messageId, idempotencyKey });
  const isRepeated = asked.context.repeatedRunId !== null;
  const quote = input.quote && !isRepeated ? await quotePart(actor, input.quote) : undefined;
  return start(actor, asked, { quote, wanted: input.modelId });
}

/** Answers a question once more. Throws as `askAgain`. */
export async function reAnswerMessage(
  actor: Actor,
  messageId: string,
  input: DocumentReAnswer,
  { idempotencyKey }: Door,
): Promise<Response> {
  const asked = await askAgain(actor, ABOUT_DOCUMENTS, messageId, { messageId: input.messageId, idempotencyKey });
  const quote = asked.parts.find((part) => part.type === "quote");
  return start(actor, asked, { quote, wanted: input.modelId });
}

/** The words a question is about, as the document has them: what a browser says about a document is not believed. */
async function quotePart(actor: Actor, quote: NonNullable<DocumentQuestion["quote"]>): Promise<QuotePart> {
  const version = await findOwnVersion(db(), actor.id, quote.versionId);
  if (!version) throw new AppError("notFound");
  // The browser counts where the words begin and end, possibly in the middle of a character.
  const text = storable(await readText(quote.versionId, quote.from, quote.to));
  if (text.trim() === "") throw new AppError("notFound");
  return { type: "quote", text, fileName: version.name, ...quote };
}

async function start(
  actor: Actor,
  { context, question, key }: Asked,
  { quote, wanted }: { quote: QuotePart | undefined; wanted: string | undefined },
): Promise<Response> {
  if (context.repeatedRunId) return runResponse(context.repeatedRunId, 0);
  const [{ sources, waiting }, config] = await Promise.all([chatSources(actor, context.sessionId), configOf(actor.id)]);
  const model = await readingModel(actor, config, wanted);
  const parts: MessagePart[] = [...(quote ? [quote] : []), { type: "text", text: question.text }];
  const { runId } = await beginTurn(actor, ABOUT_DOCUMENTS, {
    context,
    question: { ...question, parts },
    model,
    idempotencyKey: key,
    speech: documentSpeech(actor, { context, question: question.text, quote, model, config, sources, waiting }),
  });
  return runResponse(runId, 0);
}
