import "server-only";
import { db } from "@/db/client";
import { findToolRow } from "@/db/queries/tools/tools";
import { listSearchProviderRows, type SearchProviderRow } from "@/db/queries/web/providers";
import { findSearchProvider, SEARCH_DEFAULTS, type SearchSettings } from "@/lib/config/tool-kinds";

/** What a call needs to know of a provider. */
export type ReachedProvider = Pick<
  SearchProviderRow,
  | "id"
  | "kind"
  | "name"
  | "baseUrl"
  | "keyCipher"
  | "dailyQuota"
  | "costMicros"
  | "status"
  | "checkError"
  | "cooldownUntil"
>;

interface Snapshot {
  providers: ReachedProvider[];
  settings: SearchSettings;
}

const shared = globalThis as typeof globalThis & { __searchProviders?: { at: number; snapshot: Promise<Snapshot> } };

/** Changes act at once in this process and within this time in the others, milliseconds. */
const CACHE_MS = 2000;

/** A provider has all it needs; whether it is switched on is another question. */
export function isReady({ kind, keyCipher }: Pick<SearchProviderRow, "kind" | "keyCipher">): boolean {
  return keyCipher !== null || findSearchProvider(kind)?.keyRequired === false;
}

async function load(): Promise<Snapshot> {
  const [rows, tool] = await Promise.all([listSearchProviderRows(db()), findToolRow(db(), "web_search")]);
  return {
    providers: rows.filter((row) => row.enabled && isReady(row)),
    settings: { ...SEARCH_DEFAULTS, ...(tool?.settings as Partial<SearchSettings> | undefined) },
  };
}

/** The providers that are switched on and set up, in their order, with what the organisation asks of them. */
export function searchSnapshot(): Promise<Snapshot> {
  const now = Date.now();
  if (shared.__searchProviders && now - shared.__searchProviders.at < CACHE_MS)
    return shared.__searchProviders.snapshot;
  const fresh = { at: now, snapshot: load() };
  shared.__searchProviders = fresh;
  fresh.snapshot.catch(() => {
    if (shared.__searchProviders === fresh) shared.__searchProviders = undefined;
  });
  return fresh.snapshot;
}

/** Whether the open web can be searched at all. */
export async function hasSearchProvider(): Promise<boolean> {
  return (await searchSnapshot()).providers.length > 0;
}

export function invalidateSearchProviders(): void {
  shared.__searchProviders = undefined;
}
