import type { CollectedFilter } from "@/lib/collected/hooks";
import { COLLECTABLE } from "@/lib/collected/limits";

type Params = Record<string, string | undefined>;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const idOf = (value: string | undefined) => (value && UUID.test(value) ? value.toLowerCase() : null);

export const COLLECTED_PATH = "/user/collected";

/** The filter an address asks for; what it does not know counts as not asked. */
export function readFilter({ q, kind, folder, page }: Params): CollectedFilter {
  return {
    keyword: q?.slice(0, 120) ?? "",
    kind: COLLECTABLE.find((name) => name === kind) ?? "all",
    folderId: folder === "none" ? "none" : idOf(folder),
    page: Math.min(100_000, Math.max(1, Math.floor(Number(page)) || 1)),
  };
}

/** The item whose copy is open. */
export const readItem = ({ item }: Params) => idOf(item);

export function addressOf(filter: CollectedFilter, item: string | null = null): string {
  const params = new URLSearchParams();
  if (filter.folderId) params.set("folder", filter.folderId);
  if (filter.kind !== "all") params.set("kind", filter.kind);
  if (filter.keyword) params.set("q", filter.keyword);
  if (filter.page > 1) params.set("page", String(filter.page));
  if (item) params.set("item", item);
  const query = params.toString();
  return `${COLLECTED_PATH}${query && `?${query}`}`;
}
