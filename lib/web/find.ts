import "server-only";
import { db } from "@/db/client";
import type { SearchedSetRow } from "@/db/queries/retrieval/retrieval";
import { listHostsIn } from "@/db/queries/search/frontier";
import { listPageSets, listPagesOfVersions, type PageOfVersion } from "@/db/queries/search/index-sets";
import { listUsableSources } from "@/db/queries/search/sources";
import { type Actor, hasPermission } from "@/lib/auth/actor";
import { inBackground } from "@/lib/background";
import { P } from "@/lib/permissions/codes";
import { searchSets } from "@/lib/retrieval/search";
import type { SearchCalls, SearchHit } from "@/lib/retrieval/types";

/**
 * Which sets answer for a host is looked up again after so long, milliseconds: there may be tens of thousands, and one that was
 * replaced can still be searched for far longer. Who may search the host is asked each time.
 */
const SETS_MS = 20_000;
/** Until then the old ones serve while they are looked up beside the answer, milliseconds. */
const OLD_MS = 5 * 60_000;
const HOSTS_KEPT = 2000;

interface IndexQuestion {
  query: string;
  /** Of sources the person may search; null: all of them. */
  sourceIds: readonly string[] | null;
  topK: number;
  calls: SearchCalls;
  signal?: AbortSignal;
}

export type IndexHit = SearchHit & { page: PageOfVersion };

interface Kept {
  at: number;
  sets: SearchedSetRow[];
}

const shared = globalThis as typeof globalThis & { __webSets?: Map<string, Kept> };
shared.__webSets ??= new Map();
const kept = shared.__webSets;
/** Hosts that are looked up beside an answer just now. */
const renewed = new Set<string>();

/** Passages of the built-in index that answer a question, of the pages that lie in sources the person may search. */
export async function findInIndex(
  actor: Actor,
  { query, sourceIds, topK, calls, signal }: IndexQuestion,
): Promise<IndexHit[]> {
  if (!hasPermission(actor, P.SEARCH, P.CHAT, P.APPS, P.APPS_SQUARE)) return [];
  const sources = await listUsableSources(db(), actor.id, sourceIds);
  const domains = [...new Set(sources.filter(({ isIndexed }) => isIndexed).flatMap(({ domains }) => domains))];
  if (domains.length === 0) return [];
  const sets = await setsOf(await listHostsIn(db(), domains));
  signal?.throwIfAborted();
  const mode = sets.some(({ embeddingModelId }) => embeddingModelId) ? "union" : "lexical";
  const { hits } = await searchSets(actor, { ...calls, sets, query, topK, mode });
  const pages = await listPagesOfVersions(db(), [...new Set(hits.map(({ versionId }) => versionId))]);
  return hits.flatMap((hit) => {
    const page = pages.get(hit.versionId);
    return page ? [{ ...hit, page }] : [];
  });
}

async function setsOf(hosts: readonly string[]): Promise<SearchedSetRow[]> {
  const now = Date.now();
  const age = (host: string) => now - (kept.get(host)?.at ?? 0);
  const missing = hosts.filter((host) => age(host) > OLD_MS);
  if (missing.length > 0) await lookUp(missing);
  const old = hosts.filter((host) => age(host) > SETS_MS && !renewed.has(host) && !missing.includes(host));
  if (old.length > 0) {
    inBackground(renew(old), "sets of pages not looked up again");
  }
  return hosts.flatMap((host) => kept.get(host)?.sets ?? []);
}

async function renew(hosts: readonly string[]): Promise<void> {
  for (const host of hosts) renewed.add(host);
  try {
    await lookUp(hosts);
  } finally {
    for (const host of hosts) renewed.delete(host);
  }
}

async function lookUp(hosts: readonly string[]): Promise<void> {
  const now = Date.now();
  const found = Map.groupBy(await listPageSets(db(), hosts), ({ host }) => host);
  for (const host of hosts) {
    kept.delete(host);
    kept.set(host, { at: now, sets: (found.get(host) ?? []).map(({ host: _, ...set }) => set) });
  }
  for (const oldest of kept.keys()) {
    if (kept.size <= HOSTS_KEPT || hosts.includes(oldest)) break;
    kept.delete(oldest);
  }
}

/** What was read since is searched at once. */
export function forgetPageSets(): void {
  kept.clear();
}
