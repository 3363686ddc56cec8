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
import type { Grounding } from "@/lib/grounding/grounding";
import { withoutMarks } from "@/lib/grounding/passages";
import { AppError } from "@/lib/http/errors";
import { log } from "@/lib/log";
import { assertCanRead, ChatCall } from "@/lib/models/chat";
import { resolveChatModel } from "@/lib/models/registry";
import type { ChatMessage, ResolvedModel } from "@/lib/models/types";
import { P } from "@/lib/permissions/codes";
import { assertRunning, runtime } from "@/lib/runtime";
import { fileIdsOf, fittingHistory, textOfParts } from "@/lib/stream/history";
import { type MessagePart, workParts } from "@/lib/stream/parts";
import { runResponse } from "@/lib/stream/read";
import type { Run } from "@/lib/stream/run";
import { AnswerWriter, concludeTurn, openRun, push, tellIfAway, titleOf } from "@/lib/stream/turn";
import type { ChatSettings, Question, ReAnswer } from "../schema";
import { fileSupport, type PreparedFiles, prepareFiles } from "./files";

const APP = "chat";
/** Files that cannot be had in this time end the question before it is stored, milliseconds. */
const FILES_MS = 60_000;

interface Turn {
  context: TurnContext;
  question: { id: string; parentId: string | undefined; text: string; isNew: boolean };
  files: PreparedFiles;
  model: ResolvedModel;
  settings: ChatSettings;
  idempotencyKey: string | null;
}

/**
 * Asks in a chat and answers the stream (CONTRACT). Failures before the first byte are thrown: notFound,
 * noModel, modelNotFound, dailyTokenLimit, what its files refuse. Later ones are lines of the stream.
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
  const [context, model] = await Promise.all([
    findTurnContext(actor.id, { sessionId, parentId: input.parentId, idempotencyKey: key ?? undefined }),
    resolveChatModel(actor, input.modelId),
  ]);
  if (!context) throw new AppError("notFound");
  if (context.repeatedRunId) return runResponse(context.repeatedRunId, 0);
  if (input.parentId && context.path[0]?.id !== input.parentId) throw new AppError("notFound");
  const { text, parentId, fileIds = [] } = input;
  const files = await filesOf(actor, { path: context.path, text, model, fileIds, isNew: true });
  return start(actor, {
    context,
    // Messages are ordered by their ids: this one begins now, not before its files were read.
    question: { id: v7(), parentId, text, isNew: true },
    files,
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
  const above = { ...context, path: context.path.slice(1) };
  const text = textOfParts(node.parts);
  const fileIds = fileIdsOf(node.parts);
  return start(actor, {
    context: above,
    question: { id: node.id, parentId: undefined, text, isNew: false },
    files: await filesOf(actor, { path: above.path, text, model, fileIds, isNew: false }),
    model,
    settings: input.settings ?? {},
    idempotencyKey: key,
  });
}

interface Asked {
  /** The branch above the question, newest first. */
  path: TurnContext["path"];
  text: string;
  fileIds: readonly string[];
  model: ResolvedModel;
  isNew: boolean;
}

/** The files of a question, and those of the questions above it. */
function filesOf(actor: Actor, { path, text, ...input }: Asked): Promise<PreparedFiles> {
  const asked = path.filter(({ role }) => role === "user");
  return prepareFiles(actor, {
    ...input,
    earlierFileIds: asked.flatMap(({ parts }) => fileIdsOf(parts)),
    question: text,
    before: textOfParts(asked[0]?.parts ?? []),
    signal: AbortSignal.timeout(FILES_MS),
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
          parts: [...turn.files.parts, { type: "text", text: question.text }],
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
    drive(run, call, turn.files.grounding).then(async (status) => {
      if (status !== "done") return;
      await tellIfAway(actor, run, { title, href: `/personal/chat?id=${turn.context.sessionId}` });
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

function promptOf({ context, question, files, model, settings }: Turn): ChatMessage[] {
  const rules = [settings.systemPrompt, files.rules].filter(Boolean).join("\n\n");
  const text = files.passages ? `${files.passages}\n\n${question.text}` : question.text;
  const fixed = [text, rules];
  const history = fittingHistory(context.path, fixed, {
    contextWindow: model.contextWindow,
    maxOutputTokens: settings.maxOutputTokens ?? model.maxOutputTokens,
    memoryRounds: settings.memoryRounds,
  });
  const system: ChatMessage[] = rules ? [{ role: "system", content: rules }] : [];
  const said = history.map(({ role, content }) => ({ role, content: withoutMarks(content as string) }));
  const { pictures } = files;
  const content = pictures.length === 0 ? text : [...pictures, { type: "text" as const, text }];
  return [...system, ...said, { role: "user", content }];
}

/** Carries the model's answer into the run and stores it whole at the end; answers how it ended. */
async function drive(run: Run, call: ChatCall, grounding: Grounding | null): Promise<string> {
  const writer = new AnswerWriter(run, () => call.interrupt());
  if (grounding) grounding.onCitation = (citation) => push(run, { type: "data-citation", data: citation });
  const write = (text: string) => text && writer.write(text);
  const outcome = await call.read(
    grounding ? { ...writer.handlers, onText: (delta) => void write(grounding.push(delta)) } : writer.handlers,
  );
  if (grounding) write(grounding.end());
  const parts = grounding ? await citedParts(run, grounding) : [];
  writer.end();
  const support = parts.find((part) => part.type === "support")?.support ?? null;
  await concludeTurn(run, outcome, { parts: [...writer.parts(), ...parts], support }, (turn) =>
    call.settle(outcome, (settlement) => finishTurn(turn, settlement)),
  );
  return outcome.status;
}

/** Citations of an answer that read files, and how far their words bear it out. */
async function citedParts(run: Run, grounding: Grounding): Promise<MessagePart[]> {
  const support = await fileSupport(grounding);
  if (support) push(run, { type: "data-support", data: support });
  return workParts({ steps: [], citations: await grounding.settled(), support });
}
