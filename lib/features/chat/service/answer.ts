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
import { findRunByKey, finishTurn } from "@/db/queries/runs";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { inBackground } from "@/lib/background";
import { loadConfig } from "@/lib/config/system-config";
import { AppError } from "@/lib/http/errors";
import { log } from "@/lib/log";
import { assertCanRead, ChatCall } from "@/lib/models/chat";
import { resolveChatModel } from "@/lib/models/registry";
import type { ChatMessage, ResolvedModel } from "@/lib/models/types";
import { P } from "@/lib/permissions/codes";
import { assertRunning, runtime } from "@/lib/runtime";
import { fileIdsOf, fittingHistory, textOfParts } from "@/lib/stream/history";
import { runResponse } from "@/lib/stream/read";
import type { Run } from "@/lib/stream/run";
import { AnswerWriter, concludeTurn, openRun, tellIfAway, titleOf } from "@/lib/stream/turn";
import type { ChatSettings, Question, ReAnswer } from "../schema";
import { loadPictures, type Pictures } from "./pictures";
import { titleChat } from "./titles";

const APP = "chat";

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
  const run = openRun(rows, (why) => (why === "stopped" ? call.stop() : call.interrupt()));
  const title = turn.context.title || rows.title;
  inBackground(
    drive(run, call).then(async (status) => {
      if (status !== "done") return;
      // The bell would keep the words of a chat that is not kept.
      if (turn.context.isTemporary) return;
      await tellIfAway(actor, run, { title, href: `/personal/chat?id=${turn.context.sessionId}` });
      await titleChat(actor, turn, rows);
    }),
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

/** Carries the model's answer into the run and stores it whole at the end; answers how it ended. */
async function drive(run: Run, call: ChatCall): Promise<string> {
  const writer = new AnswerWriter(run, () => call.interrupt());
  const outcome = await call.read(writer.handlers);
  writer.end();
  await concludeTurn(run, outcome, { parts: writer.parts() }, (turn) =>
    call.settle(outcome, (settlement) => finishTurn(turn, settlement)),
  );
  return outcome.status;
}
