import "server-only";
import { db } from "@/db/client";
import { listUsableSources } from "@/db/queries/search/sources";
import type { Actor } from "@/lib/auth/actor";
import { loadConfig } from "@/lib/config/system-config";
import type { Allowed } from "./hosts";
import { hasSearchProvider } from "./providers/store";

/** A source as a search knows it. */
export interface NamedSource {
  id: string;
  name: string;
  domains: string[];
  /** The organisation's. */
  isShared: boolean;
  /** Its pages are stored and can be searched without a provider. */
  isIndexed: boolean;
}

/** Where somebody may look at this moment. */
export interface Reach {
  /** Sources whose stored pages are searched. */
  sourceIds: readonly string[];
  /** Domains everything must lie in (spec C1); null: the open web. */
  allowed: Allowed;
  /** A provider is asked too. */
  asksProvider: boolean;
}

/** Sources a person may search now: the organisation's and their own, or those named of them, in that order. */
export async function listNamedSources(actor: Actor, ids: readonly string[] | null): Promise<NamedSource[]> {
  const rows = await listUsableSources(db(), actor.id, ids);
  const sources = rows.map(({ id, name, domains, ownerId, isIndexed }) => ({
    ...{ id, name, domains, isIndexed },
    isShared: ownerId === null,
  }));
  if (!ids) return sources;
  const byId = new Map(sources.map((source) => [source.id, source]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** What some sources come to together. */
export const reachOfSources = (sources: readonly NamedSource[]): Pick<Reach, "sourceIds" | "allowed"> => ({
  sourceIds: sources.map(({ id }) => id),
  allowed: [...new Set(sources.flatMap(({ domains }) => domains))],
});

/**
 * What the organisation has set for whoever chose no source: its trusted sources with the person's own, or the open web where
 * that is allowed and somebody answers for it. Null where there is nothing to search.
 */
export async function usualReach(actor: Actor): Promise<Reach | null> {
  const [asksProvider, sources, { openWeb }] = await Promise.all([
    hasSearchProvider(),
    listNamedSources(actor, null),
    loadConfig("webIndex"),
  ]);
  const isOpen = openWeb && asksProvider;
  if (!isOpen && sources.length === 0) return null;
  const reach = reachOfSources(sources);
  return { ...reach, allowed: isOpen ? null : reach.allowed, asksProvider };
}

/** Domains a page somebody names by its address may lie in: the whole web where the organisation allows that. */
export async function readableDomains(actor: Actor): Promise<Allowed> {
  const { openWeb } = await loadConfig("webIndex");
  return openWeb ? null : (reachOfSources(await listNamedSources(actor, null)).allowed ?? []);
}
