import "server-only";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { loadConfig } from "@/lib/config/system-config";
import { AppError } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import { hasSearchProvider } from "@/lib/web/providers/store";
import type { SearchChoicesDto } from "../../chat-dto";
import { listNamedSources } from "../sources/named";
import { type SearchScope, usableSources } from "./searches";

/** Where a search may look at this moment. */
export interface Reach {
  /** Sources whose stored pages are searched. */
  sourceIds: readonly string[];
  /** Domains everything must lie in (spec C1); null: the open web. */
  allowed: readonly string[] | null;
  /** A provider is asked too. */
  asksProvider: boolean;
  /** Chosen sources that are gone. */
  withdrawn: number;
}

/**
 * What is searched: the chosen sources; without one what the organisation has set, which is its trusted sources with a
 * person's own, or the open web where that is allowed and somebody answers for it. Throws searchSourcesGone, searchNowhere.
 */
export async function reachOf(actor: Actor, { sourceIds }: Pick<SearchScope, "sourceIds">): Promise<Reach> {
  const [asksProvider, { openWeb }] = await Promise.all([hasSearchProvider(), loadConfig("webIndex")]);
  if (sourceIds.length > 0) {
    const { sources, withdrawn } = await usableSources(actor, sourceIds);
    return { ...inSources(sources), asksProvider, withdrawn };
  }
  const sources = await listNamedSources(actor, null);
  const isOpen = openWeb && asksProvider;
  if (!isOpen && sources.length === 0) throw new AppError("searchNowhere");
  const { sourceIds: all, allowed } = inSources(sources);
  return { sourceIds: all, allowed: isOpen ? null : allowed, asksProvider, withdrawn: 0 };
}

const inSources = (sources: readonly { id: string; domains: readonly string[] }[]) => ({
  sourceIds: sources.map(({ id }) => id),
  allowed: [...new Set(sources.flatMap(({ domains }) => domains))],
});

/** Throws what `reachOf` throws: told before a question is stored. */
export async function assertSearchable(actor: Actor, scope: Pick<SearchScope, "sourceIds">): Promise<void> {
  await reachOf(actor, scope);
}

/** Sources shown at a time; others are found by their name. */
const SHOWN = 50;

/** Sources a question can be put to, and what is searched without one. */
export async function listChoices(actor: Actor, keyword: string): Promise<SearchChoicesDto> {
  requirePermission(actor, P.SEARCH);
  const [all, hasProvider, { openWeb }] = await Promise.all([
    listNamedSources(actor, null),
    hasSearchProvider(),
    loadConfig("webIndex"),
  ]);
  const wanted = keyword.trim().toLowerCase();
  const found = all.filter(({ name, domains }) =>
    [name, ...domains].some((words) => words.toLowerCase().includes(wanted)),
  );
  const byDefault = openWeb && hasProvider ? "web" : all.length > 0 ? "sources" : "nothing";
  const items = found.slice(0, SHOWN).map(({ id, name, domains, isShared }) => ({
    ...{ id, name, isShared },
    domains: domains.length,
  }));
  return { items, byDefault };
}
