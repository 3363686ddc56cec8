import "server-only";
import { v7 } from "uuid";
import type { NewTurn } from "@/db/queries/conversation/turns";
import type { Actor } from "@/lib/auth/actor";
import { inBackground } from "@/lib/background";
import { loadConfig } from "@/lib/config/system-config";
import { dayIn } from "@/lib/config/time";
import { log } from "@/lib/log";
import { assertCanRead, ChatCall, outputLimit } from "@/lib/models/chat";
import { reachedLimits, refusal } from "@/lib/models/limits";
import { reviewInput } from "@/lib/review/review";
import { runtime } from "@/lib/runtime";
import { beginAnswer, mostAnswers, repeatedRun } from "@/lib/stream/places";
import { runResponse } from "@/lib/stream/read";
import { tellIfAway } from "@/lib/stream/turn";
import { storePreparedTurn, storeTurn } from "@/lib/stream/turn-store";
import type { ConversationArea } from "./area";
import { hrefIn } from "./areas";
import type { Asked } from "./asking";
import { goOn } from "./continued";
import type { Speech, Turn } from "./kind";
import { titleOfQuestion } from "./title-text";
import { titleConversation } from "./titles";
import { AnswerWork } from "./work";

/** A run that answers now, or the one a repeated post began. */
export interface Begun {
  runId: string;
  /** Null for a repeated post. */
  answerId: string | null;
}

/** The stream of an answer that is begun now, or of the one a repeated post began. */
export async function answerStream({ context }: Asked, begin: () => Promise<Begun>): Promise<Response> {
  return runResponse(context.repeatedRunId ?? (await begin()).runId, 0);
}

/**
 * Stores the question and begins the answer; it belongs to the server from here on (ARCHITECTURE 5). Throws the limits,
 * modelCannotSee.
 */
export async function beginTurn(actor: Actor, area: ConversationArea, asked: Turn): Promise<Begun> {
  const turn = await reviewed(actor, area, asked);
  const { speech } = turn;
  if (turn.refused !== undefined) return beginWorking(actor, area, turn);
  return typeof speech === "function" ? beginWorking(actor, area, turn) : beginSpeaking(actor, area, turn, speech);
}

/** A question with the words of a rule, or a file called so, is answered by the rule, each time anew: rules change. */
async function reviewed(actor: Actor, area: ConversationArea, turn: Turn): Promise<Turn> {
  const { context, question, given = [], reviewRules } = turn;
  const names = question.parts.flatMap((part) => (part.type === "file" ? [part.name] : []));
  const quotes = question.parts.flatMap((part) => (part.type === "quote" ? [part.text] : []));
  const hit = await reviewInput(actor, [question.text, ...given, ...names, ...quotes].join("\n"), {
    app: area.app,
    sessionId: context.sessionId,
    keepsContent: !context.isTemporary,
    reviewRules,
  });
  return hit ? { ...turn, refused: hit.reply } : turn;
}

/** What is said is known: the call is reserved with the question, in one statement, and connects meanwhile. */
async function beginSpeaking(actor: Actor, area: ConversationArea, turn: Turn, speech: Speech): Promise<Begun> {
  const { model, question, continued, context } = turn;
  const { options, tools } = speech;
  const messages = continued ? goOn(speech.messages, continued.text) : [...speech.messages];
  assertCanRead(model, messages);
  const rows = await rowsOf(actor, area, turn);
  const { mayBeRefused, turn: place, done } = beginAnswer(rows, context.running);
  // Reserving and connecting begin here, side by side; the first byte waits for the reservation (ARCHITECTURE 6).
  const call = new ChatCall({
    actor,
    app: area.app,
    requestId: rows.runId,
    model,
    messages,
    options,
    tools: tools.length > 0 ? tools.map(({ definition }) => definition) : undefined,
    sessionId: context.sessionId,
    isQuestion: question.isNew,
    isOpening: question.isNew && context.path.length === 0,
    awaitsAdmission: mayBeRefused,
    writeReservation: async (reservation) => {
      await place;
      return storeTurn(rows, reservation);
    },
  });
  try {
    await call.reserved;
  } catch (error) {
    return abandoned(actor, turn, call, error);
  } finally {
    done();
  }
  const work = new AnswerWork(actor, area, turn, rows, { call, speech: { ...speech, messages } });
  return carryOut(actor, area, turn, rows, work);
}

/**
 * What is said has to be worked out first. A limit that is reached already is told before the question is stored; the calls
 * themselves are admitted like every other.
 */
async function beginWorking(actor: Actor, area: ConversationArea, turn: Turn): Promise<Begun> {
  await assertWithinLimits(actor, area, turn);
  const rows = await rowsOf(actor, area, turn);
  try {
    const refused = await storePreparedTurn(rows);
    if (refused) throw refusal(refused);
  } catch (error) {
    return repeated(actor, turn, error);
  }
  return carryOut(actor, area, turn, rows, new AnswerWork(actor, area, turn, rows, null));
}

function carryOut(actor: Actor, area: ConversationArea, turn: Turn, rows: NewTurn, work: AnswerWork): Begun {
  const { context } = turn;
  const carried = work.carryOut().then(async (status) => {
    // The bell would keep the words of a chat that is not kept.
    if (status !== "done" || context.isTemporary || turn.refused !== undefined) return;
    await tellIfAway(actor, work.run, { title: context.title || rows.title, href: hrefIn(area, context.sessionId) });
    await titleConversation(actor, area, turn, rows);
  });
  inBackground(carried, "answer not carried to its end", { runId: rows.runId });
  return { runId: rows.runId, answerId: rows.answer.id };
}

async function rowsOf(
  actor: Actor,
  area: ConversationArea,
  { context, question, model, ...turn }: Turn,
): Promise<NewTurn> {
  const { id, parentId, parts } = question;
  const { perPerson, perChat } = await mostAnswers();
  return {
    runId: v7(),
    userId: actor.id,
    sessionId: context.sessionId,
    instance: runtime.instance,
    idempotencyKey: turn.idempotencyKey,
    question: question.isNew ? { id, parentId, parts } : null,
    answer: {
      id: turn.continued?.id ?? v7(),
      parentId: id,
      modelId: model.id,
      modelName: model.name,
      isContinued: turn.continued !== undefined,
      comparisonId: turn.comparisonId,
    },
    title: titleOfQuestion(question.text),
    app: area.app,
    most: { perPerson: perPerson + (turn.depth ?? 0), perChat },
  };
}

async function assertWithinLimits(actor: Actor, { app }: ConversationArea, { model }: Turn): Promise<void> {
  const { timeZone } = await loadConfig("customConfig");
  const outputTokens = outputLimit(model, { options: {} });
  const demand = { inputTokens: 0, outputTokens, images: 0, characters: 0, audioMs: 0 };
  const key = actor.apiKey ?? null;
  const [reached] = await reachedLimits({ actor, app, key, model, demand, day: dayIn(timeZone) });
  if (reached) throw reached;
}

/** The turn was not stored: the call ends, and a repeated post gets the stream of the first. */
async function abandoned(actor: Actor, turn: Turn, call: ChatCall, error: unknown): Promise<Begun> {
  call.stop();
  const outcome = await call.read({ onText: () => undefined, onReasoning: () => undefined });
  await call.settle(outcome).catch((err) => log().error({ err }, "usage could not be settled"));
  return repeated(actor, turn, error);
}

async function repeated(actor: Actor, { idempotencyKey }: Turn, error: unknown): Promise<Begun> {
  const runId = await repeatedRun(actor.id, idempotencyKey, error);
  if (!runId) throw error;
  return { runId, answerId: null };
}
