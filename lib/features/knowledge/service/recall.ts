import "server-only";
import { APP } from "@/lib/areas/apps";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import type { OwnRetrieval, RetrievalSettings } from "@/lib/config/knowledge-retrieval";
import { P } from "@/lib/permissions/codes";
import type { RecallDto } from "../dto";
import type { RecallInput } from "../schema";
import { requireBase } from "./bases";
import type { Found } from "./retrieval/found";
import { queriesFor } from "./retrieval/queries";
import { searchBases } from "./retrieval/search-bases";
import { selectSlices } from "./retrieval/select-slices";
import { centerSettings, settingsOf } from "./retrieval/settings";

/**
 * The slices of up to three bases that answer a question, best first, then those around them. Each base is searched as it is
 * set, its question rewritten where it says so; what is asked for by name goes before that. Throws notFound, and what a
 * reranker that was asked for fails with. `app`: what the calls are charged to; `retrieval`: what whoever searches sets
 * instead of the bases.
 */
export async function recall(
  actor: Actor,
  { baseIds, query, rewrite, ...asked }: RecallInput,
  {
    app = APP.KNOWLEDGE,
    retrieval = {},
    signal,
  }: { app?: string; retrieval?: OwnRetrieval; signal?: AbortSignal } = {},
): Promise<RecallDto> {
  requirePermission(actor, P.KB_CHAT, P.KB_MANAGE, P.KB_SEARCH);
  const [center, ...rows] = await Promise.all([
    centerSettings(),
    ...baseIds.map((id) => requireBase(actor, id, "view")),
  ]);
  const bases = rows.map((base) => ({
    id: base.id,
    settings: withAsked(settingsOf(base.retrieval, center, retrieval), asked, retrieval),
  }));
  const calls = { app, signal };
  const put = await queriesFor(actor, { question: query, bases, isOff: rewrite === false }, { signal });
  const searches = bases.map((base) => ({ ...base, queries: put.get(base.id)!.queries }));
  const finds = await searchBases(actor, searches, calls);
  const { kept, around, failed, rerankMs } = await selectSlices(actor, {
    question: query,
    finds,
    limit: asked.topK,
    needsRelation: false,
    isAsked: { rerank: asked.rerankModelId !== undefined, minScore: asked.minScore !== undefined },
    calls,
  });
  const slowest = (step: "lexical" | "vector" | "fuse") => Math.max(...finds.map(({ timings }) => timings[step]));
  return {
    hits: [
      ...kept.map(({ found, score }) => ({ ...toHit(found), score })),
      ...around.map(({ found, of }) => ({ ...toHit(found), score: 0, neighbourOf: of })),
    ],
    timings: { lexical: slowest("lexical"), vector: slowest("vector"), fuse: slowest("fuse"), rerank: rerankMs },
    searched: [...put].map(([baseId, { queries, rewriting }]) => ({
      ...{ baseId, rewriting },
      queries: queries.map(({ text }) => text),
    })),
    failed,
  };
}

/** What helps with the choice still has the base's own number of slices to choose from. */
function withAsked(
  base: RetrievalSettings,
  { mode, topK, rerankModelId, minScore }: Omit<RecallInput, "baseIds" | "query" | "rewrite">,
  own: OwnRetrieval,
) {
  return {
    ...base,
    mode: mode ?? base.mode,
    rerankModelId: rerankModelId ?? base.rerankModelId,
    minScore: minScore ?? base.minScore,
    ...(topK && {
      topK: own.topK ? base.topK : Math.max(topK, base.topK),
      selectedCount: own.selectedCount ? base.selectedCount : topK,
    }),
  };
}

function toHit({ hit, set }: Found) {
  const { sliceId, versionId, part: page, heading, from, to, text, picture, scores } = hit;
  const { fileId, fileName, baseId } = set;
  return {
    sliceId,
    fileId,
    fileName,
    baseId,
    versionId,
    page,
    heading,
    from,
    to,
    text,
    ...(picture && { picture }),
    scores,
  };
}
