import "server-only";
import { v7 } from "uuid";
import { db } from "@/db/client";
import { countAnswers, findMessage } from "@/db/queries/chat";
import { findOwnVersion } from "@/db/queries/documents";
import { findTurnContext, insertPreparedTurn, type NewTurn, type TurnContext } from "@/db/queries/turns";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { inBackground } from "@/lib/background";
import { loadConfig } from "@/lib/config/system-config";
import { dayIn } from "@/lib/config/time";
import { AppError } from "@/lib/http/errors";
import type { Locale } from "@/lib/i18n/locales";
import { areaTexts } from "@/lib/i18n/translate";
import { outputLimit } from "@/lib/models/chat";
import { reachedLimits, refusal } from "@/lib/models/limits";
import type { ResolvedModel } from "@/lib/models/types";
import { readText } from "@/lib/parsing/store";
import { P } from "@/lib/permissions/codes";
import { assertRunning, runtime } from "@/lib/runtime";
import { textOfParts } from "@/lib/stream/history";
import type { MessagePart } from "@/lib/stream/parts";
import { mostAnswers, repeatedRun } from "@/lib/stream/places";
import { runResponse } from "@/lib/stream/read";
import { openRun, tellIfAway, titleOf } from "@/lib/stream/turn";
import { storable } from "@/lib/text/storable";
import { APP } from "../app";
import type { DocumentQuestion, DocumentReAnswer } from "../schema";
import { AnswerWork } from "./answer-work";
import { configOf, readingModel } from "./config";
import { chatSources } from "./sources";

interface Door {
  locale: Locale;
  idempotencyKey: string | null;
}

type QuotePart = Extract<MessagePart, { type: "quote" }>;

interface Turn {
  context: TurnContext;
  question: { id: string; parentId: string | undefined; text: string; quote?: QuotePart; isNew: boolean };
  model?: string;
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
  requirePermission(actor, P.DOCUMENT);
  assertRunning();
  const key = idempotencyKey ?? input.messageId ?? null;
  const at = {
    sessionId: chatId,
    parentId: input.parentId,
    idempotencyKey: key ?? undefined,
    kind: "document" as const,
  };
  const context = await findTurnContext(actor.id, at);
  if (!context) throw new AppError("notFound");
  if (context.repeatedRunId) return runResponse(context.repeatedRunId, 0);
  if (input.parentId && context.path[0]?.id !== input.parentId) throw new AppError("notFound");
  const quote = input.quote && (await quotePart(actor, input.quote));
  const asked = input.action ? (await areaTexts(locale, "documentOutput"))(input.action) : "";
  const text = [asked, input.text.trim()].filter(Boolean).join("\n\n");
  const question = { id: v7(), parentId: input.parentId, text, quote, isNew: true };
  return start(actor, { context, question, model: input.modelId, idempotencyKey: key });
}

/** Answers a question once more: a sibling of the given answer (spec B3). Throws notFound, regenerationLimit. */
export async function reAnswerMessage(
  actor: Actor,
  messageId: string,
  input: DocumentReAnswer,
  { idempotencyKey }: Door,
): Promise<Response> {
  requirePermission(actor, P.DOCUMENT);
  assertRunning();
  const key = idempotencyKey ?? input.messageId ?? null;
  const message = await findMessage(db(), actor.id, messageId, "document");
  if (!message) throw new AppError("notFound");
  const questionId = message.role === "user" ? message.id : message.parentId;
  if (!questionId) throw new AppError("notAnAnswer");
  const at = { sessionId: message.sessionId, parentId: questionId, idempotencyKey: key ?? undefined };
  const [context, answers, { reanswerMax }] = await Promise.all([
    findTurnContext(actor.id, { ...at, kind: "document" }),
    countAnswers(db(), questionId),
    loadConfig("chatConfig"),
  ]);
  const node = context?.path[0];
  if (!context || !node) throw new AppError("notFound");
  if (context.repeatedRunId) return runResponse(context.repeatedRunId, 0);
  if (answers > reanswerMax) throw new AppError("regenerationLimit", { args: { max: reanswerMax } });
  const quote = (node.parts as MessagePart[]).find((part) => part.type === "quote");
  const question = { id: node.id, parentId: undefined, text: textOfParts(node.parts), quote, isNew: false };
  const above = { ...context, path: context.path.slice(1) };
  return start(actor, { context: above, question, model: input.modelId, idempotencyKey: key });
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

async function start(actor: Actor, turn: Turn): Promise<Response> {
  const { context, question } = turn;
  const [{ sources, waiting }, config] = await Promise.all([chatSources(actor, context.sessionId), configOf(actor.id)]);
  const model = await readingModel(actor, config, turn.model);
  await assertWithinLimits(actor, model);
  const rows: NewTurn = {
    runId: v7(),
    userId: actor.id,
    sessionId: context.sessionId,
    instance: runtime.instance,
    idempotencyKey: turn.idempotencyKey,
    question: question.isNew
      ? {
          id: question.id,
          parentId: question.parentId,
          parts: [...(question.quote ? [question.quote] : []), { type: "text", text: question.text }],
        }
      : null,
    answer: { id: v7(), parentId: question.id, modelId: model.id, modelName: model.name },
    title: titleOf(question.text),
    app: APP,
    most: await mostAnswers(),
  };
  try {
    const refused = await insertPreparedTurn(rows);
    if (refused) throw refusal(refused);
  } catch (error) {
    const first = await repeatedRun(actor.id, turn.idempotencyKey, error);
    if (!first) throw error;
    return runResponse(first, 0);
  }
  const controller = new AbortController();
  const run = openRun(rows, (why) => controller.abort(why));
  const work = new AnswerWork(actor, run, controller, {
    sessionId: context.sessionId,
    path: context.path,
    question: question.text,
    quote: question.quote,
    isNew: question.isNew,
    model,
    config,
    sources,
    waiting,
  });
  const title = context.title || rows.title;
  inBackground(
    work.carryOut().then(async (status) => {
      if (status !== "done") return;
      await tellIfAway(actor, run, { title, href: `/personal/document/comminicate?id=${context.sessionId}` });
    }),
    "answer not carried to its end",
    { runId: run.id },
  );
  return runResponse(run.id, 0);
}

/** A limit that is reached already is told before the question is stored; the call itself is admitted like every other. */
async function assertWithinLimits(actor: Actor, model: ResolvedModel): Promise<void> {
  const { timeZone } = await loadConfig("customConfig");
  const outputTokens = outputLimit(model, { options: {} });
  const demand = { inputTokens: 0, outputTokens, images: 0, characters: 0, audioMs: 0 };
  const day = dayIn(timeZone);
  const [reached] = await reachedLimits({ actor, app: APP, key: null, model, demand, day });
  if (reached) throw reached;
}
