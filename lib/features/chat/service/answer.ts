import "server-only";
import { v7 } from "uuid";
import { db } from "@/db/client";
import { countAnswers, findAnswer, findMessage } from "@/db/queries/chat";
import { findTurnContext, ROOT_ID, type TurnContext, type TurnNode } from "@/db/queries/turns";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { loadConfig } from "@/lib/config/system-config";
import { AppError } from "@/lib/http/errors";
import { resolveChatModel } from "@/lib/models/registry";
import { P } from "@/lib/permissions/codes";
import { assertRunning } from "@/lib/runtime";
import { fileIdsOf, textOfParts } from "@/lib/stream/history";
import type { MessagePart } from "@/lib/stream/parts";
import { runResponse } from "@/lib/stream/read";
import type { Comparison, Question, ReAnswer } from "../schema";
import { effectiveSettings } from "./effective-settings";
import { type PreparedFiles, prepareFiles } from "./files";
import { keptModel } from "./models";
import { beginTurn, type Turn } from "./turn";

/** Reading the files of a question may take so long, milliseconds. */
const FILES_MS = 60_000;
/** Answers that ended before they were whole and can be gone on with. */
const UNFINISHED = new Set(["stopped", "interrupted", "limited"]);

/**
 * Asks in a chat and answers the stream (spec 10). Failures before the first byte are thrown: notFound,
 * noModel, modelNotFound, dailyTokenLimit, answersLimit, chatAnswersLimit. Later ones are lines of the stream.
 */
export async function answerQuestion(
  actor: Actor,
  sessionId: string,
  input: Question,
  idempotencyKey: string | null,
): Promise<Response> {
  const key = open(actor, input, idempotencyKey);
  const asked = await askedIn(actor, sessionId, input, key);
  if (asked.context.repeatedRunId) return runResponse(asked.context.repeatedRunId, 0);
  const settings = effectiveSettings(asked.context, input.settings);
  const model = await keptModel(actor, input.modelId, settings);
  const files = await filesOf(actor, { ...asked, model, fileIds: input.fileIds });
  const { runId } = await beginTurn(actor, { ...asked, files, model, settings, idempotencyKey: key });
  return runResponse(runId, 0);
}

/** One answer of a comparison, or why there is none. */
interface Compared {
  modelId: string;
  runId: string | null;
  answerId: string | null;
  error: AppError["key"] | null;
}

/**
 * Asks several models the same at once (spec B5): siblings that answer side by side. Thrown is what stands in the way
 * of the first; a later model that refuses leaves the others alone.
 */
export async function compareModels(
  actor: Actor,
  sessionId: string,
  input: Comparison,
  idempotencyKey: string | null,
): Promise<{ comparisonId: string; questionId: string; answers: Compared[] }> {
  const key = open(actor, input, idempotencyKey);
  const { context, question } = await askedIn(actor, sessionId, input, key);
  if (context.repeatedRunId) throw new AppError("alreadyAsked");
  const models = await Promise.all(input.modelIds.map((id) => resolveChatModel(actor, id)));
  const settings = effectiveSettings(context, input.settings);
  const comparisonId = v7();
  const answers: Compared[] = [];
  for (const [index, model] of models.entries()) {
    const isFirst = index === 0;
    try {
      // Each answer rewrites its own marks.
      const files = await filesOf(actor, { context, question, model, fileIds: input.fileIds });
      const turn: Turn = {
        context: { ...context, running: { ...context.running, byPerson: context.running.byPerson + index } },
        question: { ...question, isNew: isFirst },
        files,
        model,
        settings,
        idempotencyKey: isFirst ? key : null,
        comparisonId,
      };
      answers.push({ modelId: model.id, error: null, ...(await beginTurn(actor, turn)) });
    } catch (error) {
      if (isFirst || !(error instanceof AppError)) throw error;
      answers.push({ modelId: model.id, runId: null, answerId: null, error: error.key });
    }
  }
  return { comparisonId, questionId: question.id, answers };
}

/**
 * Answers a question once more: a sibling of the given answer (spec B3). Throws regenerationLimit when the configured
 * number of further answers is reached.
 */
export async function reAnswerMessage(
  actor: Actor,
  messageId: string,
  input: ReAnswer,
  idempotencyKey: string | null,
): Promise<Response> {
  const key = open(actor, input, idempotencyKey);
  const message = await findMessage(db(), actor.id, messageId);
  if (!message) throw new AppError("notFound");
  const questionId = message.role === "user" ? message.id : message.parentId;
  if (!questionId) throw new AppError("notAnAnswer");
  const [{ context, node }, answers, { reanswerMax }] = await Promise.all([
    contextOf(actor, message.sessionId, questionId, key),
    countAnswers(db(), questionId),
    loadConfig("chatConfig"),
  ]);
  if (context.repeatedRunId) return runResponse(context.repeatedRunId, 0);
  if (answers > reanswerMax) throw new AppError("regenerationLimit", { args: { max: reanswerMax } });
  const settings = effectiveSettings(context, input.settings);
  const model = await keptModel(actor, input.modelId, settings);
  const question = questionOf(node);
  const files = await filesOf(actor, { context, question, model, fileIds: fileIdsOf(node.parts) });
  const { runId } = await beginTurn(actor, { context, question, files, model, settings, idempotencyKey: key });
  return runResponse(runId, 0);
}

/**
 * Goes on with the last answer of the branch where it was stopped, cut or interrupted, in the same message. Throws
 * cannotContinue.
 */
export async function continueAnswer(
  actor: Actor,
  messageId: string,
  input: ReAnswer,
  idempotencyKey: string | null,
): Promise<Response> {
  const key = open(actor, input, idempotencyKey);
  const answer = await findAnswer(db(), actor.id, messageId);
  if (!answer?.parentId) throw new AppError("notFound");
  const { context, node } = await contextOf(actor, answer.sessionId, answer.parentId, key);
  if (context.repeatedRunId) return runResponse(context.repeatedRunId, 0);
  const parts = answer.parts as MessagePart[];
  const text = textOfParts(parts.filter((part) => part.type === "text"));
  if (context.activeLeafId !== answer.id || !UNFINISHED.has(answer.status) || text.trim() === "") {
    throw new AppError("cannotContinue");
  }
  const settings = effectiveSettings(context, input.settings);
  const model = await keptModel(actor, input.modelId, { modelId: answer.modelId ?? undefined });
  const { costMicros, currency, firstTokenMs, durationMs } = answer;
  const continued = {
    id: answer.id,
    text,
    parts,
    inputTokens: answer.inputTokens ?? 0,
    outputTokens: answer.outputTokens ?? 0,
    firstTokenMs,
    durationMs,
    cost: costMicros === null || currency === null ? null : { costMicros, currency },
  };
  const question = questionOf(node);
  const files = await filesOf(actor, { context, question, model, fileIds: fileIdsOf(node.parts) });
  const turn = { context, question, files, model, settings, idempotencyKey: key, continued };
  const { runId } = await beginTurn(actor, turn);
  return runResponse(runId, 0);
}

/** What every door of an answer asks first; the key a repeated post is known by. */
function open(actor: Actor, input: { messageId?: string }, idempotencyKey: string | null): string | null {
  requirePermission(actor, P.CHAT);
  assertRunning();
  return idempotencyKey ?? input.messageId ?? null;
}

/** A new question and what stands above it. A null parent begins the chat anew: an edited first question. */
async function askedIn(
  actor: Actor,
  sessionId: string,
  input: Pick<Question, "text" | "parentId">,
  key: string | null,
) {
  const parentId = input.parentId === null ? ROOT_ID : input.parentId;
  const context = await findTurnContext(actor.id, { sessionId, parentId, idempotencyKey: key ?? undefined });
  if (!context) throw new AppError("notFound");
  if (input.parentId && context.path[0]?.id !== input.parentId) throw new AppError("notFound");
  return { context, question: { id: v7(), parentId, text: input.text, isNew: true } };
}

/** A stored question as the head of its branch, and the branch above it. */
async function contextOf(
  actor: Actor,
  sessionId: string,
  questionId: string,
  key: string | null,
): Promise<{ context: TurnContext; node: TurnNode }> {
  const at = { sessionId, parentId: questionId, idempotencyKey: key ?? undefined };
  const context = await findTurnContext(actor.id, at);
  const node = context?.path[0];
  if (!context || !node) throw new AppError("notFound");
  return { context: { ...context, path: context.path.slice(1) }, node };
}

function questionOf(node: TurnNode): Turn["question"] {
  return { id: node.id, parentId: undefined, text: textOfParts(node.parts), isNew: false };
}

/** The files of a question, and those of the questions above it. */
function filesOf(
  actor: Actor,
  { context, question, model, fileIds = [] }: Pick<Turn, "context" | "question" | "model"> & { fileIds?: string[] },
): Promise<PreparedFiles> {
  const asked = context.path.filter(({ role }) => role === "user");
  return prepareFiles(actor, {
    fileIds,
    earlierFileIds: asked.flatMap(({ parts }) => fileIdsOf(parts)),
    question: question.text,
    before: textOfParts(asked[0]?.parts ?? []),
    model,
    signal: AbortSignal.timeout(FILES_MS),
    isNew: question.isNew,
  });
}
