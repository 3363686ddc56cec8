import "server-only";
import { db } from "@/db/client";
import { listQuestionStates } from "@/db/queries/knowledge-operations/findings";
import {
  type AskedQuestion,
  listMostAsked,
  listQuestionAnswers,
  pageOfQuestions,
} from "@/db/queries/knowledge-operations/usage";
import { listOpenQuestions } from "@/db/queries/knowledge-operations/words";
import type { Actor } from "@/lib/auth/actor";
import type { Range } from "@/lib/config/day-range";
import type { MissedQuestionDto, UsageDto, UsedQuestionDto } from "../usage-dto";
import type { QuestionsQuery } from "../usage-schema";
import { type Frame, framedDays } from "./days";
import { namedBase, type Sight, sightOf } from "./insight";

/** Questions a card shows, and among how many of the most frequent ones it looks for words that may be read. */
const SHOWN = 8;
const LOOKED_AT = 50;
const MISSED_SHOWN = 5;
/** Answers to one question whose words are asked for: those of one may be open where another's are not. */
const ANSWERS_EACH = 5;

type Asked = AskedQuestion;
export type OpenQuestion = Awaited<ReturnType<typeof listOpenQuestions>>[number];

const placeOf = ({ baseId, key }: { baseId: string; key: string }) => `${baseId} ${key}`;

/** The words of questions that a person may read, by base and key: those of the newest answer that is open to them. */
export async function openWords(actor: Actor, asked: readonly Asked[], range: Range) {
  const wanted = [...new Map(asked.map((row) => [placeOf(row), row])).values()];
  const answers = await listQuestionAnswers(db(), range, wanted);
  const newest = Map.groupBy(answers, placeOf);
  const candidates = [...newest.values()].flatMap((of) => of.slice(0, ANSWERS_EACH).map(({ messageId }) => messageId));
  const open = new Map((await listOpenQuestions(db(), actor.id, candidates)).map((row) => [row.messageId, row]));
  const words = new Map<string, OpenQuestion>();
  for (const [place, of] of newest) {
    const found = of.map(({ messageId }) => open.get(messageId)).find((row) => row?.text);
    if (found) words.set(place, found);
  }
  return { words, newest: new Map([...newest].map(([place, of]) => [place, of[0]!.messageId])) };
}

function toQuestions(
  rows: readonly Asked[],
  sight: Sight,
  words: ReadonlyMap<string, OpenQuestion>,
): UsedQuestionDto[] {
  return rows.map((row, index) => ({ id: `${index}`, ...toQuestion(row, sight, words) }));
}

function toQuestion(row: Asked, sight: Sight, words: ReadonlyMap<string, OpenQuestion>) {
  const found = words.get(placeOf(row));
  const { baseId, questions, answered } = row;
  return {
    base: namedBase(sight, baseId),
    baseId,
    text: found?.text ?? null,
    messageId: found?.messageId ?? null,
    questions,
    answered,
  };
}

/** The most frequent questions, and those that had no answer most often (spec H7). */
export async function questionLists(
  actor: Actor,
  sight: Sight,
  { range, window }: Pick<Frame, "range" | "window">,
): Promise<{ top: UsageDto["top"]; missed: MissedQuestionDto[] }> {
  const asked = await listMostAsked(db(), { baseIds: [...sight.named.keys()], window }, LOOKED_AT);
  const { words, newest } = await openWords(actor, [...asked.top, ...asked.missed], range);
  return {
    top: topOf(toQuestions(asked.top, sight, words)),
    missed: await missedOf(asked.missed, sight, { words, newest }),
  };
}

/** Those whose words the person may read, and how many of them they may not. */
function topOf(all: readonly UsedQuestionDto[]): UsageDto["top"] {
  const closed = all.filter(({ text }) => text === null);
  return {
    items: all.filter(({ text }) => text !== null).slice(0, SHOWN),
    closed: { count: closed.length, questions: closed.reduce((sum, { questions }) => sum + questions, 0) },
  };
}

type Opened = Awaited<ReturnType<typeof openWords>>;

/** Those with words first, each with how far somebody is with it. */
async function missedOf(rows: readonly Asked[], sight: Sight, { words, newest }: Opened): Promise<MissedQuestionDto[]> {
  const shown = rows
    .toSorted((a, b) => Number(words.has(placeOf(b))) - Number(words.has(placeOf(a))))
    .slice(0, MISSED_SHOWN);
  const states = await statesOf(shown, newest);
  return toQuestions(shown, sight, words).map((question, index) => ({
    ...question,
    state: states.get(placeOf(shown[index]!)) ?? null,
  }));
}

async function statesOf(rows: readonly Asked[], newest: ReadonlyMap<string, string>) {
  const known = rows.map((row) => ({ place: placeOf(row), baseId: row.baseId, messageId: newest.get(placeOf(row)) }));
  const found = await listQuestionStates(
    db(),
    known.flatMap(({ messageId }) => messageId ?? []),
  );
  return new Map(
    known.flatMap(({ place, baseId, messageId }) => {
      const state = found.find((row) => row.messageId === messageId && row.baseId === baseId);
      return state ? [[place, state.gapState ?? state.state] as const] : [];
    }),
  );
}

/** A page of questions of a base or of the center, the most frequent first. Throws notFound. */
export async function listUsedQuestions(
  actor: Actor,
  { baseId, days, show, page, pageSize }: QuestionsQuery,
): Promise<{ items: UsedQuestionDto[]; total: number }> {
  const sight = await sightOf(actor, baseId);
  const { range, window } = await framedDays(days);
  const asked = { baseIds: [...sight.named.keys()], window, isMissed: show === "missed" };
  const { rows, total } = await pageOfQuestions(db(), asked, { page, pageSize });
  const { words } = await openWords(actor, rows, range);
  return { items: toQuestions(rows, sight, words), total };
}
