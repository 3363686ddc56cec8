import "server-only";
import { db, type Queryable } from "@/db/client";
import { lockUser } from "@/db/queries/auth/identity";
import {
  addAsker,
  addToDay,
  addToQuestion,
  addToSlices,
  type CountedAnswer,
  dropFinding,
  findAppOfAnswer,
  findCountedAnswer,
  listCounted,
  listKnownBaseIds,
  listOwnersAsked,
  listUsedSlices,
  saveCounted,
  saveFinding,
} from "@/db/queries/knowledge-operations/recording";
import { APP } from "@/lib/areas/apps";
import { FINDING_KINDS } from "@/lib/config/knowledge-kinds";
import { loadConfig } from "@/lib/config/system-config";
import { dayIn } from "@/lib/config/time";
import { basesOfParts } from "@/lib/stream/findings";
import { textOfParts } from "@/lib/stream/history";
import type { MessagePart } from "@/lib/stream/parts";
import { wordsKey } from "@/lib/text/words-key";
import {
  type AnswerFacts,
  ASKERS_CAUSES,
  causesOf,
  citationsOf,
  factsOf,
  slicesOfParts,
  type UsedSlice,
} from "../answer-facts";
import { NO_DEPARTMENT } from "../limits";

type Answer = NonNullable<Awaited<ReturnType<typeof findCountedAnswer>>>;

/**
 * Counts an answer for each base it was looked for in, and notes what is worth keeping or looking into (spec H1, H2). Counted
 * again, as after a rating, it replaces what was counted of it before. One that is still written is passed over.
 */
export async function recordAnswer(messageId: string): Promise<void> {
  const answer = await findCountedAnswer(db(), messageId);
  if (!answer || answer.status === "streaming") return;
  const parts = answer.parts as MessagePart[];
  const named = basesOfParts(parts);
  if (named.length === 0) return;
  const facts = factsOf(parts, answer.status);
  const rows = await rowsOf(messageId, answer, { parts, named, facts });
  await db().transaction(async (tx) => {
    // Of one person at a time: what was counted before must be whole.
    await lockUser(tx, answer.userId);
    const before = new Map((await listCounted(tx, messageId)).map((row) => [row.baseId, row]));
    const asked = await listOwnersAsked(tx, messageId);
    for (const row of rows) {
      const former = before.get(row.baseId);
      await saveCounted(tx, row);
      await count(tx, row, former);
      if (!answer.isTemporary) await note(tx, row, { facts, isAsked: asked.includes(row.baseId) });
    }
  });
}

/** Counts an answer that was not counted before, and that has no conversation to be noted of. */
export async function countNew(tx: Queryable, row: CountedAnswer): Promise<void> {
  await saveCounted(tx, row);
  await count(tx, row, undefined);
}

async function rowsOf(
  messageId: string,
  answer: Answer,
  { parts, named, facts }: { parts: readonly MessagePart[]; named: readonly string[]; facts: AnswerFacts },
): Promise<CountedAnswer[]> {
  const [baseIds, app, used, { timeZone }] = await Promise.all([
    listKnownBaseIds(db(), named),
    findAppOfAnswer(db(), messageId),
    usedSlices(parts),
    loadConfig("customConfig"),
  ]);
  const { userId, departmentId, answeredAt, feedback, feedbackReason, costMicros } = answer;
  return baseIds.map((baseId) => ({
    messageId,
    baseId,
    userId,
    departmentId,
    app: app ?? APP.KNOWLEDGE,
    day: dayIn(timeZone, answeredAt),
    answeredAt,
    ...facts,
    costMicros: Math.round((costMicros ?? 0) / named.length),
    feedback,
    feedbackReason,
    questionKey: wordsKey(textOfParts(answer.question as MessagePart[])),
    used: used.get(baseId) ?? [],
  }));
}

/** By the id of a base what of it went to the model. */
async function usedSlices(parts: readonly MessagePart[]): Promise<Map<string, UsedSlice[]>> {
  const rows = await listUsedSlices(db(), slicesOfParts(parts));
  const cited = citationsOf(parts);
  return new Map(
    [...Map.groupBy(rows, ({ baseId }) => baseId)].map(([baseId, of]) => [
      baseId,
      of.map(({ knowledgeFileId, text, versionId, from, to }) => ({
        knowledgeFileId,
        key: wordsKey(text),
        isCited: cited.some((one) => one.versionId === versionId && one.from < to && one.to > from),
      })),
    ]),
  );
}

/** Puts an answer into the counters of its day, instead of what it was counted as before. */
async function count(tx: Queryable, row: CountedAnswer, former: CountedAnswer | undefined): Promise<void> {
  const { baseId, day, userId, questionKey, messageId } = row;
  const departmentId = row.departmentId ?? NO_DEPARTMENT;
  const now = countsOf(row);
  const then = former ? countsOf(former) : null;
  const more = (name: keyof typeof now) => now[name] - (then?.[name] ?? 0);
  const names = Object.keys(now) as (keyof typeof now)[];
  // A person who moved is counted where they were when it was answered.
  const of = {
    baseId,
    day: former?.day ?? day,
    departmentId: former ? (former.departmentId ?? NO_DEPARTMENT) : departmentId,
  };
  await addToDay(tx, { ...of, ...Object.fromEntries(names.map((name) => [name, more(name)])) });
  if (!former) await addAsker(tx, { ...of, userId });
  await addToQuestion(tx, {
    ...{ baseId, day: of.day, questionKey, messageId },
    questions: more("questions"),
    answered: more("answered"),
  });
  await addToSlices(tx, slicesBetween({ baseId, day: of.day }, row, former));
}

function countsOf({ outcome, cited = 0, supported = 0, feedback, costMicros = 0 }: CountedAnswer) {
  return {
    questions: 1,
    answered: Number(outcome === "answered" || outcome === "curated"),
    notFound: Number(outcome === "notFound"),
    cited,
    supported,
    likes: Number(feedback === "like"),
    dislikes: Number(feedback === "dislike"),
    costMicros,
  };
}

const SLICE_COUNTS = ["hits", "cited", "likes", "dislikes"] as const;

/** What counters of slices gain; those of files, under an empty key, count an answer once. */
function slicesBetween(of: { baseId: string; day: string }, row: CountedAnswer, former: CountedAnswer | undefined) {
  const sums = new Map<string, Record<(typeof SLICE_COUNTS)[number], number> & UsedSlice>();
  const add = ({ used, feedback }: CountedAnswer, sign: number) => {
    const slices = used as UsedSlice[];
    const files = [...Map.groupBy(slices, ({ knowledgeFileId }) => knowledgeFileId)].map(([knowledgeFileId, all]) => ({
      knowledgeFileId,
      key: "",
      isCited: all.some(({ isCited }) => isCited),
    }));
    for (const slice of [...slices, ...files]) {
      const at = `${slice.knowledgeFileId} ${slice.key}`;
      const sum = sums.get(at) ?? { ...slice, hits: 0, cited: 0, likes: 0, dislikes: 0 };
      const isCited = Number(slice.isCited);
      sum.hits += sign;
      sum.cited += sign * isCited;
      // What an answer used and did not cite has no part in what people think of it.
      sum.likes += sign * Number(feedback === "like") * isCited;
      sum.dislikes += sign * Number(feedback === "dislike") * isCited;
      sums.set(at, sum);
    }
  };
  add(row, 1);
  if (former) add(former, -1);
  return [...sums.values()]
    .filter((sum) => SLICE_COUNTS.some((name) => sum[name] !== 0))
    .map(({ knowledgeFileId, key, hits, cited, likes, dislikes }) => ({
      ...{ ...of, knowledgeFileId, sliceKey: key },
      ...{ hits, cited, likes, dislikes },
    }));
}

/** What is worth keeping, or looking into, until nothing speaks for it any more. */
async function note(
  tx: Queryable,
  row: CountedAnswer,
  { facts, isAsked }: { facts: AnswerFacts; isAsked: boolean },
): Promise<void> {
  const { messageId, baseId, userId, departmentId, feedback, feedbackReason, answeredAt } = row;
  const causes = causesOf(facts, { feedback: feedback ?? null, isAsked });
  for (const kind of FINDING_KINDS) {
    const of = { messageId, baseId, kind };
    if (causes[kind].length === 0) {
      await dropFinding(tx, of);
      continue;
    }
    await saveFinding(tx, {
      ...of,
      causes: causes[kind],
      isByAsker: causes[kind].some((cause) => ASKERS_CAUSES.includes(cause)),
      askerId: userId,
      departmentId,
      reason: kind === "wrong" ? feedbackReason : null,
      askedAt: answeredAt,
    });
  }
}
