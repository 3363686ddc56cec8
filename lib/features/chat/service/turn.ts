import "server-only";
import { v7 } from "uuid";
import { insertTurn, type NewTurn, type TurnContext } from "@/db/queries/turns";
import type { Actor } from "@/lib/auth/actor";
import { inBackground } from "@/lib/background";
import { withoutMarks } from "@/lib/grounding/passages";
import { log } from "@/lib/log";
import { assertCanRead, ChatCall } from "@/lib/models/chat";
import { optionsFor } from "@/lib/models/supported-options";
import type { ChatMessage, ResolvedModel } from "@/lib/models/types";
import { runtime } from "@/lib/runtime";
import type { MessagePart } from "@/lib/stream/parts";
import { beginAnswer, mostAnswers, repeatedRun } from "@/lib/stream/places";
import { openRun, tellIfAway, titleOf } from "@/lib/stream/turn";
import { APP } from "../app";
import type { SessionSettings } from "../settings";
import { citedSources } from "./cited-sources";
import type { PreparedFiles } from "./files";
import { buildPrompt } from "./prompt";
import { titleChat } from "./titles";
import { chosenTools } from "./tools";
import { ChatWork, type WorkInput } from "./work";

const GO_ON = "Go on exactly where you stopped. Repeat nothing and add no remark.";

export interface Turn {
  context: TurnContext;
  question: { id: string; parentId: string | undefined; text: string; isNew: boolean };
  files: PreparedFiles;
  model: ResolvedModel;
  settings: SessionSettings;
  idempotencyKey: string | null;
  comparisonId?: string;
  /** The answer that is taken up again. */
  continued?: { id: string; text: string } & NonNullable<WorkInput["earlier"]>;
}

/** A run that answers now, or the one a repeated post began. */
export interface Begun {
  runId: string;
  /** Null for a repeated post. */
  answerId: string | null;
}

/**
 * Stores the question and begins the answer; it belongs to the server from here on (ARCHITECTURE 5). Throws the limits,
 * modelCannotSee.
 */
export async function beginTurn(actor: Actor, turn: Turn): Promise<Begun> {
  const { model, settings, question, continued } = turn;
  const tools = await chosenTools(actor, model, settings.tools);
  const definitions = tools.map(({ definition }) => definition);
  const prompt = buildPrompt({
    context: turn.context,
    model,
    settings,
    text: question.text,
    files: turn.files,
    tools: definitions,
  });
  const messages = continued ? goOn(prompt.messages, withoutMarks(continued.text)) : prompt.messages;
  assertCanRead(model, messages);
  const rows = rowsOf(actor, turn, await mostAnswers());
  const options = optionsFor(model, settings);
  const { mayBeRefused, turn: place, done } = beginAnswer(rows, turn.context.running);
  // Reserving and connecting begin here, side by side; the first byte waits for the reservation (ARCHITECTURE 6).
  const call = new ChatCall({
    actor,
    app: APP,
    requestId: rows.runId,
    model,
    messages,
    options,
    tools: definitions.length > 0 ? definitions : undefined,
    sessionId: turn.context.sessionId,
    isQuestion: question.isNew,
    isOpening: question.isNew && turn.context.path.length === 0,
    awaitsAdmission: mayBeRefused,
    writeReservation: async (reservation) => {
      await place;
      return insertTurn(rows, reservation);
    },
  });
  try {
    await call.reserved;
  } catch (error) {
    return abandoned(actor, turn, call, error);
  } finally {
    done();
  }
  const sources = citedSources(turn.files.grounding, continued?.parts);
  const input = { model, messages, options, tools, context: prompt.context, sources };
  const whole = { ...input, sessionId: turn.context.sessionId, earlier: continued ?? null };
  const work = new ChatWork(actor, whole, call, (end) => openRun(rows, end));
  inBackground(carryOut(actor, turn, work, rows), "answer not carried to its end", { runId: rows.runId });
  return { runId: rows.runId, answerId: rows.answer.id };
}

async function carryOut(actor: Actor, turn: Turn, work: ChatWork, rows: NewTurn): Promise<void> {
  const { context } = turn;
  const status = await work.carryOut();
  // The bell would keep the words of a chat that is not kept.
  if (status !== "done" || context.isTemporary) return;
  const about = { title: context.title || rows.title, href: `/personal/chat?id=${context.sessionId}` };
  await tellIfAway(actor, work.run, about);
  await titleChat(actor, turn, rows);
}

function rowsOf(actor: Actor, { context, question, files, model, ...turn }: Turn, most: NewTurn["most"]): NewTurn {
  const asked: MessagePart[] = [...files.parts, { type: "text", text: question.text }];
  return {
    runId: v7(),
    userId: actor.id,
    sessionId: context.sessionId,
    instance: runtime.instance,
    idempotencyKey: turn.idempotencyKey,
    question: question.isNew ? { id: question.id, parentId: question.parentId, parts: asked } : null,
    answer: {
      id: turn.continued?.id ?? v7(),
      parentId: question.id,
      modelId: model.id,
      modelName: model.name,
      isContinued: turn.continued !== undefined,
      comparisonId: turn.comparisonId,
    },
    title: titleOf(question.text),
    most,
  };
}

/** The turn was not stored: the call ends, and a repeated post gets the stream of the first. */
async function abandoned(actor: Actor, turn: Turn, call: ChatCall, error: unknown): Promise<Begun> {
  call.stop();
  const outcome = await call.read({ onText: () => undefined, onReasoning: () => undefined });
  await call.settle(outcome).catch((err) => log().error({ err }, "usage could not be settled"));
  const runId = await repeatedRun(actor.id, turn.idempotencyKey, error);
  if (!runId) throw error;
  return { runId, answerId: null };
}

function goOn(messages: readonly ChatMessage[], said: string): ChatMessage[] {
  return [...messages, { role: "assistant", content: said }, { role: "user", content: GO_ON }];
}
