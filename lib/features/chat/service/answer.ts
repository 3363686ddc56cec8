import "server-only";
import { v7 } from "uuid";
import { db, violatedConstraint } from "@/db/client";
import {
  countAnswers,
  findMessage,
  findTurnContext,
  insertTurn,
  type NewTurn,
  type TurnContext,
} from "@/db/queries/chat";
import { type FinishedTurn, findRunByKey, finishTurn } from "@/db/queries/runs";
import { insertNotification } from "@/db/queries/system";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { inBackground } from "@/lib/background";
import { loadConfig } from "@/lib/config/system-config";
import { AppError } from "@/lib/http/errors";
import { log } from "@/lib/log";
import { assertCanRead, ChatCall, type ChatOutcome, type ChatStatus } from "@/lib/models/chat";
import { resolveChatModel } from "@/lib/models/registry";
import type { ChatMessage, ResolvedModel } from "@/lib/models/types";
import { P } from "@/lib/permissions/codes";
import { assertRunning, runtime } from "@/lib/runtime";
import { messageParts, REASONING_ID, reasoningDelta, type StreamLine, TEXT_ID, textDelta } from "@/lib/stream/parts";
import { runResponse } from "@/lib/stream/read";
import { Run } from "@/lib/stream/run";
import { addRun, finishRun } from "@/lib/stream/runs";
import { fileIdsOf, fittingHistory, textOfParts } from "../history";
import type { ChatSettings, Question, ReAnswer } from "../schema";
import { loadPictures, type Pictures } from "./pictures";

const APP = "chat";
/** Characters of a chat's first question that become its title. */
const TITLE_LENGTH = 30;
/** An answer longer than this is cut off, characters: bounded memory for a stream without end. */
const ANSWER_MAX = 2_000_000;

interface Turn {
  context: TurnContext;
  question: { id: string; parentId: string | undefined; text: string; pictures: Pictures; isNew: boolean };
  model: ResolvedModel;
  settings: ChatSettings;
  idempotencyKey: string | null;
}

/**
 * Asks in a chat and answers the stream (CONTRACT). Failures before the first byte are thrown: notFound,
 * noModel, modelNotFound, dailyTokenLimit. Later ones are lines of the stream.
 */
export async function answerQuestion(
  actor: Actor,
  sessionId: string,
  input: Question,
  idempotencyKey: string | null,
): Promise<Response> {
  requirePermission(actor, P.CHAT);
  assertRunning();
  const key = idempotencyKey ?? input.messageId ?? null;
  const [context, model, pictures] = await Promise.all([
    findTurnContext(actor.id, { sessionId, parentId: input.parentId, idempotencyKey: key ?? undefined }),
    resolveChatModel(actor, input.modelId),
    loadPictures(actor, input.fileIds ?? []),
  ]);
  if (!context) throw new AppError("notFound");
  if (context.repeatedRunId) return runResponse(context.repeatedRunId, 0);
  if (input.parentId && context.path[0]?.id !== input.parentId) throw new AppError("notFound");
  return start(actor, {
    context,
    question: { id: v7(), parentId: input.parentId, text: input.text, pictures, isNew: true },
    model,
    settings: input.settings ?? {},
    idempotencyKey: key,
  });
}

/**
 * Answers a question once more: a sibling of the given answer (AHEAD B3). Throws regenerationLimit when the configured
 * number of further answers is reached.
 */
export async function reAnswerMessage(
  actor: Actor,
  messageId: string,
  input: ReAnswer,
  idempotencyKey: string | null,
): Promise<Response> {
  requirePermission(actor, P.CHAT);
  assertRunning();
  const key = idempotencyKey ?? input.messageId ?? null;
  const message = await findMessage(db(), actor.id, messageId);
  if (!message) throw new AppError("notFound");
  const questionId = message.role === "user" ? message.id : message.parentId;
  if (!questionId) throw new AppError("notAnAnswer");
  const [context, model, answers, { reanswerMax }] = await Promise.all([
    findTurnContext(actor.id, {
      sessionId: message.sessionId,
      parentId: questionId,
      idempotencyKey: key ?? undefined,
    }),
    resolveChatModel(actor, input.modelId),
    countAnswers(db(), questionId),
    loadConfig("chatConfig"),
  ]);
  const node = context?.path[0];
  if (!context || !node) throw new AppError("notFound");
  if (context.repeatedRunId) return runResponse(context.repeatedRunId, 0);
  if (answers > reanswerMax) throw new AppError("regenerationLimit", { args: { max: reanswerMax } });
  const pictures = await loadPictures(actor, fileIdsOf(node.parts));
  return start(actor, {
    context: { ...context, path: context.path.slice(1) },
    question: { id: node.id, parentId: undefined, text: textOfParts(node.parts), pictures, isNew: false },
    model,
    settings: input.settings ?? {},
    idempotencyKey: key,
  });
}

async function start(actor: Actor, turn: Turn): Promise<Response> {
  const { model, settings, question } = turn;
  const runId = v7();
  const answerId = v7();
  const messages = promptOf(turn);
  assertCanRead(model, messages);
  const rows: NewTurn = {
    runId,
    userId: actor.id,
    sessionId: turn.context.sessionId,
    instance: runtime.instance,
    idempotencyKey: turn.idempotencyKey,
    question: question.isNew
      ? {
          id: question.id,
          parentId: question.parentId,
          parts: [...question.pictures.parts, { type: "text", text: question.text }],
        }
      : null,
    answer: { id: answerId, parentId: question.id, modelId: model.id, modelName: model.name },
    title: titleOf(question.text),
  };
  // Reserving and connecting begin here, side by side; the first byte waits for the reservation (ARCHITECTURE 6).
  const call = new ChatCall({
    actor,
    app: APP,
    requestId: runId,
    model,
    messages,
    options: settings,
    sessionId: turn.context.sessionId,
    isQuestion: question.isNew,
    isOpening: question.isNew && turn.context.path.length === 0,
    writeReservation: (reservation) => insertTurn(rows, reservation),
  });
  try {
    await call.reserved;
  } catch (error) {
    return abandoned(actor, turn, call, error);
  }
  const run = new Run(runId, answerId, (why) => (why === "stopped" ? call.stop() : call.interrupt()));
  addRun(run);
  const metadata = { runId, questionId: question.id, answerId, modelName: model.name };
  push(run, { type: "start", messageId: answerId, messageMetadata: metadata });
  inBackground(
    drive(run, call).then((status) => tellIfAway(actor, turn, run, status)),
    "answer not carried to its end",
    { runId },
  );
  return runResponse(runId, 0);
}

/** The turn was not stored: the call ends, and a repeated post gets the stream of the first. */
async function abandoned(actor: Actor, turn: Turn, call: ChatCall, error: unknown): Promise<Response> {
  call.stop();
  const outcome = await call.read({ onText: () => undefined, onReasoning: () => undefined });
  await call.settle(outcome).catch((err) => log().error({ err }, "usage could not be settled"));
  const constraint = violatedConstraint(error);
  if (constraint === "runs_idempotency_key" && turn.idempotencyKey) {
    const first = await findRunByKey(db(), actor.id, turn.idempotencyKey);
    if (first) return runResponse(first, 0);
  }
  throw error;
}

function promptOf({ context, question, model, settings }: Turn): ChatMessage[] {
  const fixed = [question.text, settings.systemPrompt ?? ""];
  const history = fittingHistory(context.path, fixed, {
    contextWindow: model.contextWindow,
    maxOutputTokens: settings.maxOutputTokens ?? model.maxOutputTokens,
    memoryRounds: settings.memoryRounds,
  });
  const system: ChatMessage[] = settings.systemPrompt ? [{ role: "system", content: settings.systemPrompt }] : [];
  const pictures = question.pictures.content;
  const content = pictures.length === 0 ? question.text : [...pictures, { type: "text" as const, text: question.text }];
  return [...system, ...history, { role: "user", content }];
}

function push(run: Run, line: StreamLine): void {
  run.push(JSON.stringify(line));
}

/** Carries the model's answer into the run and stores it whole at the end. */
async function drive(run: Run, call: ChatCall): Promise<ChatStatus> {
  let text = "";
  let reasoning = "";
  let thinkingSince = 0;
  let thoughtMs: number | undefined;
  const endThinking = () => {
    if (!reasoning || thoughtMs !== undefined) return;
    thoughtMs = Math.round(performance.now() - thinkingSince);
    push(run, { type: "reasoning-end", id: REASONING_ID });
  };
  const outcome = await call.read({
    onText: (delta) => {
      if (!text) {
        endThinking();
        push(run, { type: "text-start", id: TEXT_ID });
      }
      text += delta;
      run.push(textDelta(delta));
      if (text.length > ANSWER_MAX) call.interrupt();
    },
    onReasoning: (delta) => {
      if (!reasoning) {
        thinkingSince = performance.now();
        push(run, { type: "reasoning-start", id: REASONING_ID });
      }
      reasoning += delta;
      run.push(reasoningDelta(delta));
      if (reasoning.length > ANSWER_MAX) call.interrupt();
    },
  });
  endThinking();
  if (text) push(run, { type: "text-end", id: TEXT_ID });
  await conclude(run, call, outcome, messageParts(text, reasoning, thoughtMs));
  return outcome.status;
}

/** Whoever left before the end finds the answer behind the bell. */
async function tellIfAway(actor: Actor, turn: Turn, run: Run, status: ChatStatus): Promise<void> {
  if (status !== "done" || run.wasRead) return;
  const { sessionId, title } = turn.context;
  await insertNotification(db(), {
    userId: actor.id,
    kind: "answerReady",
    args: { title: title || titleOf(turn.question.text) },
    href: `/personal/chat?id=${sessionId}`,
  }).catch((err) => log().warn({ err, runId: run.id }, "notification not written"));
}

function titleOf(text: string): string {
  return [...text.trim().replace(/\s+/g, " ")].slice(0, TITLE_LENGTH).join("");
}

async function conclude(run: Run, call: ChatCall, outcome: ChatOutcome, parts: unknown[]): Promise<void> {
  const { status, error, usage, firstTokenMs, durationMs } = outcome;
  const { inputTokens, outputTokens, estimated } = usage;
  push(run, {
    type: "data-usage",
    data: { inputTokens, outputTokens, estimated, firstTokenMs, durationMs },
  });
  // Stored before the reader hears of the end: who reads the messages then finds the whole answer. The last line is
  // stored with the rest, and shown once that succeeded.
  const last = JSON.stringify({ type: "finish", messageMetadata: { status, error } } satisfies StreamLine);
  const fromLine = run.flushed + 1;
  const toLine = run.lines.length + 1;
  const lines = [...run.lines.slice(run.flushed), last].join("\n");
  run.flushed = toLine;
  const turn: FinishedTurn = {
    runId: run.id,
    messageId: run.messageId,
    status,
    error,
    parts,
    inputTokens,
    outputTokens,
    usageEstimated: estimated,
    firstTokenMs,
    durationMs,
    lines: toLine,
    rest: { runId: run.id, fromLine, toLine, lines },
  };
  try {
    await call.settle(outcome, (settlement) => finishTurn(turn, settlement));
  } catch (err) {
    // Recovery finds the run by its silent heartbeat and keeps what was flushed.
    log().error({ err, runId: run.id }, "answer could not be stored");
  }
  run.push(last);
  finishRun(run);
}
