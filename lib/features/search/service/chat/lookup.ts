import "server-only";
import { APP } from "@/lib/areas/apps";
import type { Actor } from "@/lib/auth/actor";
import type { Working } from "@/lib/conversation/kind";
import type { ErrorKey } from "@/lib/errors/errors";
import { failureKey } from "@/lib/errors/known-failure";
import { log } from "@/lib/log";
import type { SearchHit } from "@/lib/retrieval/types";
import { canonicalAddress } from "@/lib/web/addresses";
import { findInIndex } from "@/lib/web/find";
import { searchWeb } from "@/lib/web/providers/search";
import type { PageHit } from "@/lib/web/providers/types";
import { readSnapshot } from "@/lib/web/snapshots";
import type { ModeBounds } from "../../modes";
import { type Reach, reachOf } from "./reach";
import type { AboutWeb } from "./speech";

/** Hits a query brings of the index, and of a provider. */
const INDEX_HITS = 24;
const WEB_HITS = 10;
/** Pages read at a time. */
const AT_ONCE = 6;
/** A page that was read so lately is not asked for again, milliseconds. */
const FRESH_MS = 3_600_000;

/** A page whose words can be cited. */
export interface ReadPage {
  versionId: string;
  setId: string;
  title: string;
  address: string;
  fetchedAt: Date;
  /** Slices of it the index brought, by the place of the query among all. */
  hits: { hit: SearchHit; query: string; rank: number }[];
}

/** A search under way. */
export interface Looking extends AboutWeb {
  bounds: ModeBounds;
  /** All queries so far; `fresh` those that were not looked up yet, all of them at first. */
  queries: string[];
  fresh?: readonly string[];
  /** Pages that were read, by their address. */
  found: Map<string, ReadPage>;
  /** Addresses that need not be tried again. */
  refused: Set<string>;
  counts: { own: number; tried: number; provider: string };
}

/** Looks queries up in the stored pages of sources and with a provider, and reads what was found. */
export async function lookup(looking: Looking, working: Working): Promise<void> {
  const { steps, signal } = working;
  const queries = looking.fresh ?? looking.queries;
  const candidates = await steps.do("lookup", async (facts, step) => {
    const actor = await working.actorNow();
    const reach = await reachOf(actor, looking.scope);
    const calls = { app: APP.SEARCH, sessionId: looking.context.sessionId, onCost: step.spend };
    const [, web] = await Promise.all([
      fromIndex(actor, looking, { queries, reach, calls, signal }, working),
      fromProvider(actor, looking, { queries, reach, signal }),
    ]);
    const fresh = web.hits.filter(({ url }) => !looking.found.has(url) && !looking.refused.has(url));
    for (const { url, title } of fresh) steps.page({ address: url, title, state: "found" });
    const { own, tried, provider } = looking.counts;
    Object.assign(facts, { found: looking.found.size + fresh.length, own, tried, provider: provider || "none" });
    // Nothing but failures is no answer: the reader is told which.
    if (looking.found.size === 0 && fresh.length === 0 && web.failure) throw web.failure;
    return { fresh, allowed: reach.allowed };
  });
  signal.throwIfAborted();
  await readPages(looking, candidates, working);
}

interface Asking {
  queries: readonly string[];
  reach: Reach;
  signal: AbortSignal;
}

/** Pages of sources are stored already: they count as read. */
async function fromIndex(
  actor: Actor,
  { found, counts, bounds, settings }: Looking,
  { queries, reach, calls, signal }: Asking & { calls: Parameters<typeof findInIndex>[1]["calls"] },
  { steps }: Working,
): Promise<void> {
  if (reach.sourceIds.length === 0) return;
  const most = mostPages(bounds, settings.base.sourceCount);
  const asked = { sourceIds: reach.sourceIds, topK: INDEX_HITS, calls, signal };
  const answers = await Promise.all(
    queries.map(async (query) => ({ query, hits: await findInIndex(actor, { ...asked, query }) })),
  );
  for (const { query, hits } of answers) {
    for (const [rank, { page, ...hit }] of hits.entries()) {
      const known = found.get(page.address);
      if (!known && found.size >= most) continue;
      const read = known ?? { ...page, setId: hit.setId, fetchedAt: page.fetchedAt ?? new Date(), hits: [] };
      read.hits.push({ hit, query, rank });
      if (known) continue;
      found.set(page.address, read);
      counts.own++;
      const { address, title, versionId, fetchedAt } = read;
      steps.page({ address, title, state: "read", versionId, fetchedAt: fetchedAt.toISOString() });
    }
  }
}

/** Addresses a provider names, the best of all queries first. */
async function fromProvider(
  actor: Actor,
  { counts, bounds, settings }: Looking,
  { queries, reach, signal }: Asking,
): Promise<{ hits: PageHit[]; failure: unknown }> {
  if (!reach.asksProvider) return { hits: [], failure: null };
  const asked = { count: WEB_HITS, language: "any", kind: "pages", allowedHosts: reach.allowed, signal } as const;
  const answers = await Promise.allSettled(
    queries.map((query) => searchWeb({ ...asked, query, actor, app: APP.SEARCH })),
  );
  signal.throwIfAborted();
  const lists: PageHit[][] = [];
  let failure: unknown = null;
  for (const answer of answers) {
    if (answer.status === "rejected") {
      failure = answer.reason;
      counts.tried++;
      log().warn({ err: answer.reason }, "no search provider answered");
      continue;
    }
    const { hits, provider, tried } = answer.value;
    counts.provider = provider;
    counts.tried += tried.length;
    lists.push(hits);
  }
  return { hits: inTurns(lists).slice(0, mostPages(bounds, settings.base.sourceCount)), failure };
}

/** The first of each list, then the second of each; a page once, however its address is written. */
function inTurns(lists: readonly (readonly PageHit[])[]): PageHit[] {
  const seen = new Map<string, PageHit>();
  for (let place = 0; lists.some((list) => place < list.length); place++)
    for (const list of lists) {
      const hit = list[place];
      const url = hit && (canonicalAddress(hit.url) ?? hit.url);
      if (url && !seen.has(url)) seen.set(url, { ...hit, url });
    }
  return [...seen.values()];
}

/** Pages that are read for a question, by its mode. */
const mostPages = ({ pagesShare }: ModeBounds, sourceCount: number) =>
  Math.max(2, Math.round(sourceCount * pagesShare));

async function readPages(
  looking: Looking,
  { fresh, allowed }: { fresh: readonly PageHit[]; allowed: readonly string[] | null },
  working: Working,
): Promise<void> {
  const { steps, signal } = working;
  if (fresh.length === 0) {
    steps.skip("pages", looking.found.size > 0 ? "notNeeded" : "nothingFound");
    return;
  }
  const { refused } = looking;
  await steps.do("pages", async (facts) => {
    const actor = await working.actorNow();
    const late = AbortSignal.timeout(looking.bounds.readMs);
    const within = AbortSignal.any([signal, late]);
    const read = async ({ url, title }: PageHit) => {
      const fail = (failure: ErrorKey) => {
        refused.add(url);
        steps.page({ address: url, title, state: "failed", failure });
      };
      if (within.aborted) return fail("webPageTimeout");
      steps.page({ address: url, title, state: "reading" });
      try {
        const page = await readSnapshot(url, { actor, allowed, signal: within, maxAgeMs: FRESH_MS });
        if ("failure" in page) return fail(page.failure);
        looking.found.set(url, { ...page, hits: [] });
        const { versionId, fetchedAt } = page;
        steps.page({ address: url, title: page.title, state: "read", versionId, fetchedAt: fetchedAt.toISOString() });
      } catch (error) {
        signal.throwIfAborted();
        const key = failureKey(error);
        if (key === "unknown" && !late.aborted) log().warn({ err: error }, "web page not read");
        fail(late.aborted ? "webPageTimeout" : key);
      }
    };
    const queue = [...fresh];
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, queue.length) }, async () => {
        for (let next = queue.shift(); next; next = queue.shift()) await read(next);
      }),
    );
    signal.throwIfAborted();
    Object.assign(facts, { read: looking.found.size - looking.counts.own, refused: refused.size });
  });
}
