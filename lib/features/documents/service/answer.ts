import "server-only";
import { db } from "@/db/client";
import { findOwnVersion } from "@/db/queries/documents/documents";
import type { Actor } from "@/lib/auth/actor";
import { type Asked, type AskedBefore, askNew } from "@/lib/conversation/asking";
import { compareModels } from "@/lib/conversation/compare";
import type { Continued } from "@/lib/conversation/continued";
import type { AnswerWish } from "@/lib/conversation/schema";
import { answerStream, type Begun, beginTurn } from "@/lib/conversation/turn";
import { AppError, orNotFound } from "@/lib/errors/errors";
import type { Locale } from "@/lib/i18n/locales";
import { areaTexts } from "@/lib/i18n/translate";
import type { ResolvedModel } from "@/lib/models/types";
import { readText } from "@/lib/parsing/store";
import type { MessagePart } from "@/lib/stream/parts";
import { storable } from "@/lib/text/storable";
import { ABOUT_DOCUMENTS } from "../conversation";
import type { DocumentComparison, DocumentQuestion } from "../schema";
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
  const action = input.action ? (await areaTexts(locale, "documents-output"))(input.action) : "";
  const text = [action, input.text.trim()].filter(Boolean).join("\n\n");
  const at = { conversationId: chatId, parentId: input.parentId, text };
  const asked = await askNew(actor, ABOUT_DOCUMENTS, at, { messageId: input.messageId, idempotencyKey });
  return answerStream(asked, async () => {
    const quote = input.quote && (await quotePart(actor, input.quote));
    return begin(actor, { ...asked, quote, wanted: input.modelId });
  });
}

/** Asks several models the same at once (spec B5). Throws as `compareModels` and as a question does. */
export async function compareAnswers(
  actor: Actor,
  chatId: string,
  { text, parentId, messageId, modelIds, ...input }: DocumentComparison,
  idempotencyKey: string | null,
) {
  const at = { conversationId: chatId, parentId, text: text.trim() };
  const asked = await askNew(actor, ABOUT_DOCUMENTS, at, { messageId, idempotencyKey });
  const quote = input.quote && (await quotePart(actor, input.quote));
  return compareModels(actor, asked, modelIds, (one) => begin(actor, { ...one, quote }));
}

/** Answers a stored question about documents once more, or goes on with an answer. Throws invalidInput for settings. */
export async function answerAgain(
  actor: Actor,
  asked: AskedBefore & { continued?: Continued },
  { modelId, settings }: AnswerWish,
): Promise<Begun> {
  // How documents are read is the person's configuration.
  if (settings) throw new AppError("invalidInput");
  return begin(actor, { ...asked, quote: asked.parts.find((part) => part.type === "quote"), wanted: modelId });
}

/** The words a question is about, as the document has them: what a browser says about a document is not believed. */
async function quotePart(actor: Actor, quote: NonNullable<DocumentQuestion["quote"]>): Promise<QuotePart> {
  const version = orNotFound(await findOwnVersion(db(), actor.id, quote.versionId));
  // The browser counts where the words begin and end, possibly in the middle of a character.
  const text = storable(await readText(quote.versionId, quote.from, quote.to));
  if (text.trim() === "") throw new AppError("notFound");
  return { type: "quote", text, fileName: version.name, ...quote };
}

interface Beginning extends Asked {
  quote: QuotePart | undefined;
  /** The model, or the id of the one that is asked for. */
  model?: ResolvedModel;
  wanted?: string;
  comparisonId?: string;
  continued?: Continued;
}

/** Gathers what the answer is made from and begins it. */
async function begin(actor: Actor, { quote, wanted, key, ...asked }: Beginning): Promise<Begun> {
  const { context, question, continued } = asked;
  const [{ sources, waiting }, config] = await Promise.all([chatSources(actor, context.sessionId), configOf(actor.id)]);
  // What was begun is gone on with by the model that began it.
  const chosen = { modelId: continued?.modelId ?? config.modelId };
  const model = asked.model ?? (await readingModel(actor, chosen, wanted));
  const parts: MessagePart[] = [...(quote ? [quote] : []), { type: "text", text: question.text }];
  const about = { context, question: question.text, quote, model, config, sources, waiting, earlier: continued?.parts };
  return beginTurn(actor, ABOUT_DOCUMENTS, {
    ...asked,
    question: { ...question, parts },
    model,
    idempotencyKey: key,
    speech: documentSpeech(actor, about),
  });
}
