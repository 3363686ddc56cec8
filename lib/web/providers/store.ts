import "server-only";
import { db } from "@/db/client";
import { findToolRow } from "@/db/queries/tools/tools";
import { listSearchProviderRows, type SearchProviderRow } from "@/db/queries/web/providers";
import { findSearchProvider, SEARCH_DEFAULTS, type SearchSettings } from "@/lib/config/tool-kinds";
import { keptFacts } from "@/lib/kept";

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

const snapshots = keptFacts<Snapshot>("search-providers");

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
  return snapshots.read("", load);
}

/** Whether the open web can be searched at all. */
export async function hasSearchProvider(): Promise<boolean> {
  return (await searchSnapshot()).providers.length > 0;
}

export function invalidateSearchProviders(): void {
  snapshots.invalidate();
}
