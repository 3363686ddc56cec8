import "server-only";
import { db } from "@/db/client";
import { countFileStates } from "@/db/queries/knowledge/files";
import { APP } from "@/lib/areas/apps";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { subjectsOf } from "@/lib/auth/subjects";
import { type Helper, RETRIEVAL_MODES, type RetrievalSettings } from "@/lib/config/knowledge-retrieval";
import { log } from "@/lib/log";
import { P } from "@/lib/permissions/codes";
import type { Place } from "@/lib/retrieval/lexical";
import { rerankHits } from "@/lib/retrieval/search";
import type { SetsTrace } from "@/lib/retrieval/trace";
import type { RecallTrace } from "../../recall-test-schema";
import type { TraceDto } from "../../trace-dto";
import { withinCenter } from "../../within-center";
import { requireBase } from "../bases";
import type { Found } from "./found";
import { asIs, queriesFor } from "./queries";
import { namedBy } from "./relation";
import { centerSettings } from "./settings";
import { type BaseStages, chooseOf, foundsOf, mergedOf, readStages } from "./stages";
import { type Candidate, type Change, type Stages, type Standing, TraceSolver } from "./trace-solver";
import { findTarget } from "./trace-target";

type Seen = NonNullable<RecallTrace["seen"]>;

/**
 * Where a search by these settings loses a slice, and the smallest change of settings that keeps it (spec G2). The reranker is
 * asked once, about as many slices as a change could bring; other models only where a look has not told what they said. Throws
 * notFound, also for a slice of another base.
 */
export async function traceSlice(
  actor: Actor,
  baseId: string,
  { question, settings: own, target, seen }: RecallTrace,
): Promise<TraceDto> {
  requirePermission(actor, P.KB_MANAGE);
  await requireBase(actor, baseId, "manage");
  const center = await centerSettings();
  const settings = withinCenter({ ...center.settings, ...own }, center);
  const states = await countFileStates(db(), subjectsOf(actor), baseId, {});
  const nothing = { cut: null, queries: [], lists: null, changes: [], asksModel: false, failed: [] };
  const unready = states.all - states.ready;
  const traced = await findTarget(actor, baseId, target);
  if (!traced) return { ...nothing, target: null, unready };
  const { slice, out } = traced;
  if (out) return { ...nothing, target: slice, unready, cut: out };
  const queries =
    seen?.queries.map(asIs) ??
    (await queriesFor(actor, { question, bases: [{ id: baseId, settings }] }, {})).get(baseId)!.queries;
  const stages = await readStages(actor, { baseId, queries, sliceId: slice.sliceId }, { app: APP.KNOWLEDGE });
  const verdicts = seen ?? (await verdictsOf(actor, stages, { question, settings }));
  const founds = await foundsOf(stages, candidatesOf(stages));
  const without = withoutRerank(stages, founds, { settings, verdicts });
  const rerank = await rerankedFor(actor, { settings, question, stages, founds, sliceId: slice.sliceId, without });
  const solver = new TraceSolver({ ...without, rerank: rerank.scores }, slice.sliceId);
  const { mode, topK, minScore, selectedCount } = settings;
  const knobs = { mode, topK, minScore, selectedCount, reranks: rerank.scores !== null };
  const { cut, merged, reranked, left } = solver.fate(knobs);
  return {
    target: slice,
    unready,
    cut,
    queries: queries.map(({ text }) => text),
    lists: { ...sidePlaces(stages), merged, reranked, left },
    changes: solver.changes(knobs).map(toSettings),
    asksModel: without.models.filter || without.models.select,
    failed: [...new Set([...verdicts.failed.filter((helper) => helper !== "rerank"), ...rerank.failed])],
  };
}

/** Slices that any mode could bring, each once. */
function candidatesOf({ traces }: BaseStages): Candidate[] {
  const all = traces.flatMap(({ fused }) => RETRIEVAL_MODES.flatMap((mode) => fused[mode]));
  return [...new Map(all.map((one) => [one.id, one])).values()];
}

interface Asked {
  question: string;
  settings: RetrievalSettings;
}

/** What the models say that read along, where any is set. */
async function verdictsOf(
  actor: Actor,
  stages: BaseStages,
  { question, settings }: Asked,
): Promise<Omit<Seen, "queries">> {
  const { filterModelId, selectModelId } = settings;
  if (!filterModelId && !selectModelId) return { filtered: [], unchosen: [], failed: [] };
  const found = await foundsOf(stages, mergedOf(stages, settings));
  const { judged, failed } = await chooseOf(actor, stages, {
    question,
    settings,
    found,
    calls: { app: APP.KNOWLEDGE },
  });
  const cutBy = (by: string) => judged.filter(({ cut }) => cut === by).map(({ found: { hit } }) => hit.sliceId);
  return { filtered: cutBy("filter"), unchosen: cutBy("selection"), failed: failed.map(({ helper }) => helper) };
}

/** What the solver works with, but for the scores of the reranker. */
function withoutRerank(
  { traces, queries }: BaseStages,
  founds: readonly Found[],
  { settings, verdicts }: { settings: RetrievalSettings; verdicts: Omit<Seen, "queries"> },
): Omit<Stages, "rerank"> {
  const isUsed = (helper: Helper, modelId: string | null) => modelId !== null && !verdicts.failed.includes(helper);
  const models = {
    filter: isUsed("filter", settings.filterModelId),
    select: isUsed("select", settings.selectModelId),
  };
  const isNamed = namedBy(queries);
  return {
    queries: traces.map(({ fused }) => fused),
    named: new Set(founds.filter(isNamed).map(({ hit }) => hit.sliceId)),
    models,
    filtered: new Set(models.filter ? verdicts.filtered : []),
    // Without the model it is their number that leaves them out.
    unchosen: new Set(models.select ? verdicts.unchosen : []),
  };
}

interface Reranking extends Asked {
  stages: BaseStages;
  founds: readonly Found[];
  sliceId: string;
  without: Omit<Stages, "rerank">;
}

/** Scores of the reranker for all slices that could stand beside the one that is traced, at any setting that finds it. */
async function rerankedFor(
  actor: Actor,
  { settings, question, stages, founds, sliceId, without }: Reranking,
): Promise<{ scores: ReadonlyMap<string, number> | null; failed: Helper[] }> {
  const { rerankModelId: modelId, topK } = settings;
  if (!modelId) return { scores: null, failed: [] };
  const solver = new TraceSolver({ ...without, rerank: null }, sliceId);
  const finding = RETRIEVAL_MODES.flatMap((mode) => {
    const least = solver.leastTopK(mode);
    return least ? [solver.merged(mode, Math.max(topK, least))] : [];
  });
  // What no setting finds is not worth a call.
  if (finding.length === 0) return { scores: new Map(), failed: [] };
  const wanted = new Set([solver.merged(settings.mode, topK), ...finding].flat().map(({ id }) => id));
  const hits = founds.map(({ hit }) => hit).filter(({ sliceId: id }) => wanted.has(id));
  const query = stages.queries[0]?.text ?? question;
  try {
    const ordered = await rerankHits(actor, { app: APP.KNOWLEDGE, query, hits, modelId });
    return { scores: new Map(ordered.map(({ sliceId: id, score }) => [id, score])), failed: [] };
  } catch (err) {
    log().warn({ err, modelId }, "slice traced without the reranker");
    return { scores: null, failed: ["rerank"] };
  }
}

/** Where it stands on both sides, by the query it stands best with. */
function sidePlaces({ traces }: BaseStages): Pick<NonNullable<TraceDto["lists"]>, "vectors" | "words"> {
  const place = (side: keyof SetsTrace["places"], none: number): Standing =>
    traces
      .flatMap(({ places }): Place[] => (places[side] ? [places[side]] : []))
      .sort((a, b) => (a.rank ?? Number.POSITIVE_INFINITY) - (b.rank ?? Number.POSITIVE_INFINITY))[0] ?? {
      rank: null,
      score: null,
      of: none,
    };
  const hasVectors = traces.some(({ vectors }) => vectors !== null);
  const longest = (side: "words" | "vectors") => Math.max(0, ...traces.map((trace) => trace[side]?.length ?? 0));
  return { vectors: hasVectors ? place("vectors", longest("vectors")) : null, words: place("words", longest("words")) };
}

function toSettings({ reranks, ...change }: Change): TraceDto["changes"][number] {
  return { ...change, ...(reranks === false && { rerankModelId: null }) };
}
