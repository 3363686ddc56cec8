import "server-only";
import { APP } from "@/lib/areas/apps";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { P } from "@/lib/permissions/codes";
import { cut } from "@/lib/text/storable";
import type { RecallLookDto } from "../../recall-test-dto";
import type { RecallLook } from "../../recall-test-schema";
import { requireBase } from "../bases";
import { WordFinder } from "../search/words";
import type { Found } from "./found";
import { queriesFor } from "./queries";
import type { Judged } from "./select-slices";
import { centerSettings } from "./settings";
import { type BaseStages, chooseOf, foundsOf, mergedOf, readStages } from "./stages";
import type { Candidate } from "./trace-solver";

/** Slices that are shown although the search would not have brought them. */
const BEYOND = 5;
const EXCERPT = 600;

/**
 * What a base finds for a question by these settings, stage by stage, and what left each slice out (spec G1). The same work as
 * that of a chat, for the person who asks. Throws notFound.
 */
export async function lookAtStages(actor: Actor, id: string, { question, settings: own }: RecallLook) {
  requirePermission(actor, P.KB_MANAGE);
  await requireBase(actor, id, "manage");
  const begin = performance.now();
  const settings = { ...(await centerSettings()), ...own };
  const calls = { app: APP.KNOWLEDGE };
  const { queries, rewriting } = (await queriesFor(actor, { question, bases: [{ id, settings }] }, {})).get(id)!;
  const stages = await readStages(actor, { baseId: id, queries }, calls);
  const merged = mergedOf(stages, settings);
  const found = await foundsOf(stages, merged);
  const choosing = performance.now();
  const choice = await chooseOf(actor, stages, { question, settings, found, calls });
  const chose = performance.now() - choosing;
  const beyond = beyondOf(stages, settings, merged);
  const { vectors, words } = sidesOf(stages, settings.topK);
  const others = await foundsOf(stages, [...(vectors ?? []), ...words, ...beyond]);
  const reranked = choice.isReranked ? choice.judged.map(({ found: one }) => one) : null;
  const known = new Map(
    [...others, ...found, ...choice.around.map(({ found: one }) => one), ...(reranked ?? [])].map((one) => [
      one.hit.sliceId,
      one,
    ]),
  );
  const step = (name: "vector" | "lexical" | "fuse") =>
    stages.traces.reduce((sum, { timings }) => sum + timings[name], 0);
  const finder = new WordFinder(queries.map(({ text }) => text).join("\n"));
  const answer: RecallLookDto = {
    queries: queries.map(({ text }) => text),
    rewriting,
    isByMeaning: vectors !== null,
    slices: [...known.values()].map((one) => toSlice(one, finder, stages)),
    lists: {
      vectors: vectors && scoredOf(vectors, known),
      words: scoredOf(words, known),
      merged: scoredOf(merged, known),
      reranked: reranked?.map(toScored).sort((a, b) => b.score - a.score) ?? null,
    },
    chosen: choice.kept.map(({ found: { hit }, score }) => ({ sliceId: hit.sliceId, score })),
    beside: choice.around.map(({ found: { hit }, of }) => ({ sliceId: hit.sliceId, of })),
    left: [
      ...choice.judged.flatMap(toLeft),
      ...scoredOf(beyond, known).map((one) => ({ ...one, cut: "topK" as const })),
    ],
    failed: choice.failed.map(({ helper }) => helper),
    timings: {
      vectors: step("vector"),
      words: step("lexical"),
      merge: step("fuse"),
      rerank: choice.rerankMs,
      choose: tenths(Math.max(0, chose - choice.rerankMs)),
      all: tenths(performance.now() - begin),
    },
  };
  return answer;
}

const tenths = (ms: number) => Math.round(ms * 10) / 10;
const toScored = ({ hit, score }: Found) => ({ sliceId: hit.sliceId, score });
const toLeft = ({ found: { hit, score }, cut: by }: Judged) =>
  by === null ? [] : [{ sliceId: hit.sliceId, score, cut: by }];
const scoredOf = (list: readonly { id: string; score: number }[], known: ReadonlyMap<string, Found>) =>
  list.flatMap(({ id, score }) => (known.has(id) ? [{ sliceId: id, score }] : []));

/** The first ones behind those that are found. */
function beyondOf(stages: BaseStages, { mode, topK }: Parameters<typeof mergedOf>[1], merged: readonly Candidate[]) {
  const isFound = new Set(merged.map(({ id }) => id));
  return mergedOf(stages, { mode, topK: topK + BEYOND })
    .filter(({ id }) => !isFound.has(id))
    .slice(0, BEYOND);
}

/** The best of both sides, a slice at its best score of the queries. */
function sidesOf({ traces }: BaseStages, topK: number) {
  const best = (lists: readonly (readonly { id: string; score: number }[])[]) => {
    const all = lists.flat().sort((a, b) => b.score - a.score);
    return [...new Map(all.toReversed().map((one) => [one.id, one])).values()]
      .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
      .slice(0, topK);
  };
  const hasVectors = traces.some(({ vectors }) => vectors !== null);
  return {
    vectors: hasVectors ? best(traces.map(({ vectors }) => vectors ?? [])) : null,
    words: best(traces.map(({ words }) => words)),
  };
}

function toSlice({ hit, set }: Found, finder: WordFinder, { traces }: BaseStages): RecallLookDto["slices"][number] {
  const { sliceId, part: page, from, heading, picture, scores } = hit;
  const { fileId, fileName, versionId } = set;
  const text = cut(hit.text.trim(), EXCERPT);
  const scoreIn = (lists: readonly (readonly { id: string; score: number }[] | null)[]) =>
    lists.reduce<number | null>((best, list) => {
      const score = list?.find(({ id }) => id === sliceId)?.score;
      return score === undefined || (best !== null && best >= score) ? best : score;
    }, null);
  return {
    ...{ sliceId, fileId, fileName, versionId, page, from, heading, text, picture },
    marks: finder.find(text),
    scores: {
      vector: scores.vector ?? scoreIn(traces.map(({ vectors }) => vectors)),
      lexical: scores.lexical ?? scoreIn(traces.map(({ words }) => words)),
      rerank: scores.rerank ?? null,
    },
  };
}
