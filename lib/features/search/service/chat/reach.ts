import "server-only";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { loadConfig } from "@/lib/config/system-config";
import { AppError } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import { hasSearchProvider } from "@/lib/web/providers/store";
import { listNamedSources, reachOfSources, usualReach, type Reach as WebReach } from "@/lib/web/reach";
import type { SearchChoicesDto } from "../../chat-dto";
import { type SearchScope, usableSources } from "./searches";

/** Where a search may look at this moment. */
export interface Reach extends WebReach {
  /** Chosen sources that are gone. */
  withdrawn: number;
}

/** What is searched: the chosen sources; without one what the organisation has set. Throws searchSourcesGone, searchNowhere. */
export async function reachOf(actor: Actor, { sourceIds }: Pick<SearchScope, "sourceIds">): Promise<Reach> {
  if (sourceIds.length > 0) {
    const [asksProvider, { sources, withdrawn }] = await Promise.all([
      hasSearchProvider(),
      usableSources(actor, sourceIds),
    ]);
    return { ...reachOfSources(sources), asksProvider, withdrawn };
  }
  const reach = await usualReach(actor);
  if (!reach) throw new AppError("searchNowhere");
  return { ...reach, withdrawn: 0 };
}

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
