import "server-only";
import { db } from "@/db/client";
import { type ChatBaseRow, listFoundFiles } from "@/db/queries/knowledge/chats";
import { listAnsweringSets } from "@/db/queries/knowledge/files";
import { listSlicesOfParents } from "@/db/queries/retrieval/retrieval";
import { APP } from "@/lib/areas/apps";
import type { Actor } from "@/lib/auth/actor";
import { subjectsOf } from "@/lib/auth/subjects";
import { partAnnotations } from "@/lib/grounding/annotations";
import { type Material, materialBudget } from "@/lib/grounding/material";
import type { Source } from "@/lib/grounding/sources";
import type { ResolvedModel } from "@/lib/models/types";
import { readIndex, readText } from "@/lib/parsing/store";
import type { ParsedIndex } from "@/lib/parsing/types";
import { type Stretched, stretches } from "@/lib/retrieval/context";
import { rerankHits, search } from "@/lib/retrieval/search";
import type { SearchHit } from "@/lib/retrieval/types";
import type { StepFinding } from "@/lib/stream/parts";
import { countTerms, foldText, termsOf } from "@/lib/text/terms";
import { contentWords } from "./analysis";
import type { ChatConfig } from "./config";
import type { Query } from "./rewrite";

/** Slices a base brings for each query: enough for a reranker to choose from. */
const CANDIDATES = 30;
/** Hits a reranker is asked about, of all bases together. */
const RERANKED = 50;
/** Damps the first ranks, so that a slice found twice goes before one found once at the top. */
const RANK_DAMPING = 60;
/** Likeness in meaning that speaks for a slice, and where it has no word in common that could have made it alike. */
const LIKENESS = 0.5;
const LIKENESS_WITHOUT_WORDS = 0.3;
/** Slices that are shown although they were not chosen. */
const SHOWN_MORE = 4;

type AnsweringSet = Awaited<ReturnType<typeof listAnsweringSets>>[number];

export interface Found {
  hit: SearchHit;
  set: AnsweringSet;
  /** By which the list is ordered, 0 to 1. */
  score: number;
}

interface Searching {
  bases: readonly ChatBaseRow[];
  queries: readonly Query[];
}

/**
 * Slices of bases, best first. Each base is searched by itself, by each query and with its own embedding model; the lists
 * become one by the places a slice has in them, because scores of different models say nothing about each other.
 */
export async function searchBases(
  actor: Actor,
  { bases, queries }: Searching,
): Promise<{ found: Found[]; told: StepFinding[] }> {
  const sets = await listAnsweringSets(
    db(),
    subjectsOf(actor),
    bases.map(({ id }) => id),
  );
  const byBase = Map.groupBy(sets, ({ baseId }) => baseId);
  const bySet = new Map(sets.map((set) => [set.setId, set]));
  const merged = new Map<string, { hit: SearchHit; score: number }>();
  const told = await Promise.all(
    bases.map(async ({ id }): Promise<StepFinding> => {
      const begin = performance.now();
      const setIds = (byBase.get(id) ?? []).map(({ setId }) => setId);
      const slices = new Map<string, SearchHit>();
      for (const { text } of queries) {
        const { hits } = await search(actor, {
          app: APP.KNOWLEDGE,
          setIds,
          query: text,
          topK: CANDIDATES,
          mode: "union",
        });
        for (const [rank, hit] of hits.entries()) {
          slices.set(hit.sliceId, hit);
          const known = merged.get(hit.sliceId);
          const score = (known?.score ?? 0) + 1 / (RANK_DAMPING + rank + 1);
          merged.set(hit.sliceId, { hit: better(known?.hit, hit), score });
        }
      }
      const files = new Set([...slices.values()].map(({ setId }) => bySet.get(setId)?.fileId)).size;
      return {
        kind: "base",
        text: "",
        baseId: id,
        slices: slices.size,
        files,
        ms: Math.round(performance.now() - begin),
      };
    }),
  );
  // The most a slice can have: first in every list it can stand in.
  const most = queries.length / (RANK_DAMPING + 1);
  const found = [...merged.values()]
    .flatMap(({ hit, score }) => {
      const set = bySet.get(hit.setId);
      return set ? [{ hit, set, score: score / most }] : [];
    })
    .sort((a, b) => b.score - a.score || (a.hit.sliceId < b.hit.sliceId ? -1 : 1));
  return { found, told };
}

/** Of two looks at a slice the one that speaks more for it. */
function better(known: SearchHit | undefined, hit: SearchHit): SearchHit {
  return known && (known.scores.vector ?? 0) >= (hit.scores.vector ?? 0) ? known : hit;
}

interface Selecting extends Pick<Searching, "queries"> {
  question: string;
  found: readonly Found[];
  config: ChatConfig;
}

export interface Selected {
  kept: Found[];
  /** What is shown of the choice, best first. */
  told: StepFinding[];
  isReranked: boolean;
}

/** Those of the slices found that go to the model: as a reranker orders them where one is set, and none that says nothing. */
export async function selectSlices(actor: Actor, { question, queries, found, config }: Selecting): Promise<Selected> {
  const { rerankModelId, topK, minScore } = config;
  let ordered = [...found];
  if (rerankModelId) {
    const byId = new Map(found.map((one) => [one.hit.sliceId, one]));
    const hits = found.slice(0, RERANKED).map(({ hit }) => hit);
    const query = queries[0]?.text ?? question;
    const reranked = await rerankHits(actor, { app: APP.KNOWLEDGE, query, hits, modelId: rerankModelId });
    ordered = reranked.map((hit) => ({ ...byId.get(hit.sliceId)!, hit, score: hit.score }));
  }
  const passes = rerankModelId ? ({ score }: Found) => score >= minScore : saysSomething(queries);
  const kept = ordered.filter(passes).slice(0, topK);
  const isKept = new Set(kept);
  const shown = [...kept, ...ordered.filter((one) => !isKept.has(one)).slice(0, SHOWN_MORE)];
  const told = shown.map((one): StepFinding => {
    const { hit, set, score } = one;
    const rounded = Math.round(Math.min(1, Math.max(0, score)) * 100) / 100;
    return {
      kind: "slice",
      text: set.fileName,
      baseId: set.baseId,
      versionId: hit.versionId,
      part: hit.part,
      score: rounded,
      isKept: isKept.has(one),
    };
  });
  return { kept, told, isReranked: Boolean(rerankModelId) };
}

/** Whether a slice has a word of a query that names something, or means the same to a model that knows meanings. */
function saysSomething(queries: readonly Query[]): (one: Found) => boolean {
  const words = queries.flatMap(({ text }) => contentWords(text));
  const wanted = words.map((word) => ({ word: foldText(word), terms: new Set(termsOf(word)) }));
  return ({ hit, set }) => {
    const { vector = 0, lexical } = hit.scores;
    if (vector >= (lexical === undefined ? LIKENESS_WITHOUT_WORDS : LIKENESS) || wanted.length === 0) return true;
    const text = `${set.fileName}\n${hit.heading}\n${hit.text}`;
    const folded = foldText(text);
    const has = countTerms(termsOf(text));
    // A word of a language with spaces in any of its forms; one of the others as it stands.
    return wanted.some(({ word, terms }) =>
      /\p{Script=Latin}/u.test(word) ? [...terms].some((term) => has.has(term)) : folded.includes(word),
    );
  };
}

interface Answering {
  set: AnsweringSet;
  slices: readonly Stretched[];
}

/**
 * What answers for slices that were found, in their order: in mode multi the large slice each is part of, once (spec 3). A
 * large slice that people changed answers by its parts: its text is no longer the version's.
 */
async function answering(kept: readonly Found[]): Promise<Answering[]> {
  const keyOf = ({ setId, parent }: { setId: string; parent: number | null }) => `${setId} ${parent}`;
  const parents = kept.flatMap(({ hit: { setId, parent } }) => (parent === null ? [] : [{ setId, parent }]));
  const parts = Map.groupBy(parents.length > 0 ? await listSlicesOfParents(db(), parents) : [], keyOf);
  const given = new Set<string>();
  const found: Answering[] = [];
  for (const { hit, set } of kept) {
    const of = hit.parent === null ? [] : (parts.get(keyOf(hit)) ?? []);
    if (of.length === 0) found.push({ set, slices: [hit] });
    if (of.length === 0 || given.has(keyOf(hit))) continue;
    given.add(keyOf(hit));
    const [from, to] = [of[0]!.from, of.at(-1)!.to];
    const whole = { ...of[0]!, from, to, partTo: of.at(-1)!.partTo };
    const isChanged = of.some(({ isEdited, handId }) => isEdited || handId !== null);
    found.push({ set, slices: isChanged ? of : [{ ...whole, text: await readText(hit.versionId, from, to) }] });
  }
  return found;
}

export type KnowledgeMaterial = Material & { sources: Source[] };

/** What the model reads of the slices chosen: the best that fit, a file's in the order of its text, each with its date. */
export async function materialOf(kept: readonly Found[], model: ResolvedModel): Promise<KnowledgeMaterial> {
  const files = new Map(
    (await listFoundFiles(db(), [...new Set(kept.map(({ set }) => set.fileId))])).map((row) => [row.id, row]),
  );
  let left = materialBudget(model);
  const fitting = (await answering(kept)).filter(({ slices }, index) => {
    const cost = slices.reduce((sum, { text }) => sum + Math.ceil(text.length / 2), 0);
    if (index > 0 && cost > left) return false;
    left -= cost;
    return true;
  });
  const indexes = new Map<string, ParsedIndex>();
  const sources: Source[] = [];
  const passages: Material["passages"] = [];
  const prompt: Material["prompt"] = [];
  for (const [setId, members] of Map.groupBy(fitting, ({ set }) => set.setId)) {
    const { set } = members[0]!;
    const file = files.get(set.fileId);
    const index = await readIndex(set.versionId);
    if (!file || !index || file.versionId !== set.versionId) continue;
    indexes.set(set.versionId, index);
    const { versionId, fileName: name } = set;
    sources.push({ fileId: file.fileId, versionId, name, format: file.format, setId, tokens: file.tokens });
    const slices = members.flatMap((one) => one.slices).sort((a, b) => a.from - b.from);
    for (const stretch of stretches(slices)) {
      const whole = { ...stretch, versionId, name, tokens: Math.ceil(stretch.text.length / 2), n: 0 };
      for (const part of partAnnotations([whole], index.annotations)) {
        const n = passages.length + 1;
        passages.push({ ...part, n });
        const kind = index.parts[0]?.kind ?? "section";
        const date = file.date.toISOString().slice(0, 10);
        prompt.push({ n, name, kind, part: part.part, text: part.text, annotation: part.annotation, date });
      }
    }
  }
  return { passages, prompt, indexes, sources };
}
