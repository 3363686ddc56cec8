import "server-only";
import { APP } from "@/lib/areas/apps";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { P } from "@/lib/permissions/codes";
import { cut } from "@/lib/text/storable";
import type { RecallLook } from "../../recall-test-schema";
import type { RecallLookDto } from "../../trace-dto";
import { withinCenter } from "../../within-center";
import { requireBase } from "../bases";
import { WordFinder } from "../search/words";
import type { Found } from "./found";
import { queriesFor } from "./queries";
import type { Judged, Selected } from "./select-slices";
import { centerSettings } from "./settings";
import { type BaseStages, chooseOf, foundsOf, mergedOf, readStages } from "./stages";
import type { Candidate } from "./trace-solver";

/** Slices that are shown although the search would not have brought them. */
const BEYOND = 5;
const EXCERPT = 600;

interface Listed {
  id: string;
  score: number;
}

/**
 * What a base finds for a question by these settings, stage by stage, and what left each slice out (spec G1). The same work as
 * that of a chat, for the person who asks. Throws notFound.
 */
export async function lookAtStages(
  actor: Actor,
  id: string,
  { question, settings: own }: RecallLook,
): Promise<RecallLookDto> {
  requirePermission(actor, P.KB_MANAGE);
  await requireBase(actor, id, "manage");
  const begin = performance.now();
  const center = await centerSettings();
  const settings = withinCenter({ ...center.settings, ...own }, center);
  const calls = { app: APP.KNOWLEDGE };
  const { queries, rewriting } = (await queriesFor(actor, { question, bases: [{ id, settings }] }, {})).get(id)!;
  const stages = await readStages(actor, { baseId: id, queries }, calls);
  const merged = mergedOf(stages, settings);
  const found = await foundsOf(stages, merged);
  const choosing = performance.now();
  const choice = await chooseOf(actor, stages, { question, settings, found, calls });
  const chose = performance.now() - choosing;
  const lists = { merged, ...sidesOf(stages, settings.topK), beyond: beyondOf(stages, settings, merged) };
  const others = await foundsOf(stages, [...(lists.vectors ?? []), ...lists.words, ...lists.beyond]);
  const step = (name: "vector" | "lexical" | "fuse") =>
    stages.traces.reduce((sum, { timings }) => sum + timings[name], 0);
  return {
    queries: queries.map(({ text }) => text),
    rewriting,
    isByMeaning: lists.vectors !== null,
    ...toLists(stages, { lists, choice, found: [...others, ...found] }),
    failed: choice.failed.map(({ helper }) => helper),
    timings: {
      vectors: tenths(step("vector")),
      words: tenths(step("lexical")),
      merge: tenths(step("fuse")),
      rerank: choice.rerankMs,
      choose: tenths(Math.max(0, chose - choice.rerankMs)),
      all: tenths(performance.now() - begin),
    },
  };
}

interface Looked {
  lists: { merged: Candidate[]; vectors: Listed[] | null; words: Listed[]; beyond: Candidate[] };
  choice: Selected;
  found: readonly Found[];
}

function toLists(stages: BaseStages, { lists, choice, found }: Looked) {
  const { vectors, words, merged, beyond } = lists;
  const judged = choice.judged.map(({ found: one }) => one);
  // Of several looks at a slice the last one has most scores.
  const all = [...found, ...choice.around.map(({ found: one }) => one), ...judged];
  const known = new Map(all.map((one) => [one.hit.sliceId, one]));
  const finder = new WordFinder(stages.queries.map(({ text }) => text).join("\n"));
  return {
    slices: [...known.values()].map((one) => toSlice(one, finder, stages)),
    lists: {
      vectors: vectors && scoredOf(vectors, known),
      words: scoredOf(words, known),
      merged: scoredOf(merged, known),
      reranked: choice.isReranked ? judged.map(toScored).sort((a, b) => b.score - a.score) : null,
    },
    chosen: choice.kept.map(({ found: { hit }, score }) => ({ sliceId: hit.sliceId, score })),
    beside: choice.around.map(({ found: { hit }, of }) => ({ sliceId: hit.sliceId, of })),
    left: [
      ...choice.judged.flatMap(toLeft),
      ...scoredOf(beyond, known).map((one) => ({ ...one, cut: "topK" as const })),
    ],
  };
}

const tenths = (ms: number) => Math.round(ms * 10) / 10;
const toScored = ({ hit, score }: Found) => ({ sliceId: hit.sliceId, score });
const toLeft = ({ found: { hit, score }, cut: by }: Judged) =>
  by === null ? [] : [{ sliceId: hit.sliceId, score, cut: by }];
const scoredOf = (list: readonly Listed[], known: ReadonlyMap<string, Found>) =>
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
  const best = (lists: readonly (readonly Listed[])[]) => {
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
  const scoreIn = (lists: readonly (readonly Listed[] | null)[]) =>
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
