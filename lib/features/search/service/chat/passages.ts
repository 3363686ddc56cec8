import "server-only";
import { APP } from "@/lib/areas/apps";
import type { Actor } from "@/lib/auth/actor";
import type { Working } from "@/lib/conversation/kind";
import { log } from "@/lib/log";
import { resolveFor } from "@/lib/models/registry";
import { embedTexts } from "@/lib/retrieval/build";
import { indexText } from "@/lib/retrieval/index-text";
import { search } from "@/lib/retrieval/search";
import type { SearchCalls, SearchHit } from "@/lib/retrieval/types";
import { askedInParts, isAbout, saidWords } from "@/lib/text/asked-words";
import type { Looking, ReadPage } from "./lookup";

/** A passage of a page. */
export interface PagePassage {
  hit: SearchHit;
  page: ReadPage;
}

/** Hits of a query in pages that were read now. */
const TOP = 30;
/** Damps the first places, so that a passage found by several queries goes before one found once. */
const DAMPING = 60;
/** Passages compared in meaning: one call of an embedding model. */
const COMPARED = 24;
/** Likeness in meaning that speaks for a passage that has none of the words. */
const LIKENESS = 0.5;

/** The passages that answer, best first: those of all queries by their places, not too many of one page. */
export async function selectPassages(looking: Looking, working: Working): Promise<PagePassage[]> {
  const { found, queries, bounds, context } = looking;
  const { steps, signal } = working;
  if (found.size === 0) {
    steps.skip("passages", "nothingFound");
    return [];
  }
  const chosen = await steps.do("passages", async (facts, step) => {
    const actor = await working.actorNow();
    const pages = [...found.values()];
    const bySet = new Map(pages.map((page) => [page.setId, page]));
    const scored = new Map<string, PagePassage & { score: number }>();
    const add = (hit: SearchHit, page: ReadPage, rank: number) => {
      const known = scored.get(hit.sliceId);
      scored.set(hit.sliceId, { hit, page, score: (known?.score ?? 0) + 1 / (DAMPING + rank) });
    };
    for (const page of pages) for (const { hit, rank } of page.hits) add(hit, page, rank);
    const setIds = pages.filter(({ hits }) => hits.length === 0).map(({ setId }) => setId);
    for (const query of setIds.length > 0 ? queries : []) {
      const calls = { app: APP.SEARCH, sessionId: context.sessionId, onCost: step.spend };
      const { hits } = await search(actor, { ...calls, setIds, query, topK: TOP, mode: "union" });
      for (const [rank, hit] of hits.entries()) {
        const page = bySet.get(hit.setId);
        if (page) add(hit, page, rank);
      }
    }
    const asked = queries.flatMap((query) => askedInParts(query));
    const ofPage = new Map<string, number>();
    const ranked = [...scored.values()].sort((a, b) => b.score - a.score);
    const likeness = await compared(actor, looking, ranked, { signal, onCost: step.spend });
    const kept = ranked
      .map((one, rank) => ({ ...one, score: one.score + (likeness.get(one.hit.sliceId)?.weight ?? 0), rank }))
      .sort((a, b) => b.score - a.score || a.rank - b.rank)
      .filter(({ hit, page }) => {
        const said = saidWords(`${page.title}\n${hit.heading}\n${hit.text}`);
        const vector = Math.max(hit.scores.vector ?? 0, likeness.get(hit.sliceId)?.cosine ?? 0);
        return vector >= LIKENESS || asked.some((words) => isAbout(said, words));
      })
      .filter(({ page }) => {
        const count = (ofPage.get(page.address) ?? 0) + 1;
        ofPage.set(page.address, count);
        return count <= bounds.passagesOfPage;
      })
      .slice(0, bounds.passages);
    Object.assign(facts, { kept: kept.length, pages: new Set(kept.map(({ page }) => page.address)).size });
    return kept;
  });
  signal.throwIfAborted();
  return chosen;
}

/**
 * How much passages mean the same as the question to the embedding model of the search settings, and what their place by
 * that weighs; nothing without one, or where it fails.
 */
async function compared(
  actor: Actor,
  { settings, question, context }: Looking,
  passages: readonly PagePassage[],
  calls: { signal: AbortSignal; onCost: SearchCalls["onCost"] },
): Promise<ReadonlyMap<string, { cosine: number; weight: number }>> {
  const { embeddingModelId } = settings.base;
  const some = passages.slice(0, COMPARED);
  if (!embeddingModelId || some.length === 0) return new Map();
  try {
    const model = await resolveFor(actor, "embedding", embeddingModelId);
    const inputs = [question, ...some.map(({ hit }) => indexText(hit))];
    const [asked = [], ...said] = await embedTexts({
      ...{ viewer: actor, app: APP.SEARCH, model, inputs, sessionId: context.sessionId },
      ...calls,
    });
    const likeness = some
      .map(({ hit }, at) => ({ id: hit.sliceId, cosine: cosine(asked, said[at] ?? []) }))
      .sort((a, b) => b.cosine - a.cosine);
    return new Map(likeness.map(({ id, cosine }, rank) => [id, { cosine, weight: 1 / (DAMPING + rank) }]));
  } catch (err) {
    calls.signal.throwIfAborted();
    log().warn({ err, sessionId: context.sessionId }, "passages not compared in meaning");
    return new Map();
  }
}

function cosine(a: readonly number[], b: readonly number[]): number {
  let [product, left, right] = [0, 0, 0];
  for (const [at, value] of a.entries()) {
    const other = b[at] ?? 0;
    product += value * other;
    left += value * value;
    right += other * other;
  }
  return left > 0 && right > 0 ? product / Math.sqrt(left * right) : 0;
}
