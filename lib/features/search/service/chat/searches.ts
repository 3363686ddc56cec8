import "server-only";
import { z } from "zod";
import { db } from "@/db/client";
import { insertChatSession, updateChatSession } from "@/db/queries/conversation/sessions";
import { findSearch } from "@/db/queries/search/sessions";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import { listNamedSources, type NamedSource } from "@/lib/web/reach";
import type { SearchDto } from "../../chat-dto";
import type { NewSearch } from "../../chat-schema";
import { ABOUT_SEARCH } from "../../conversation";
import { SEARCH_MODES, type SearchMode, SOURCES_CHOSEN_MAX } from "../../modes";

/** What a search keeps of what is searched. Stored rows of an older build may lack parts. */
const kept = z.object({
  mode: z.enum(SEARCH_MODES).catch("balanced"),
  sourceIds: z.array(z.uuid()).max(SOURCES_CHOSEN_MAX).catch([]),
});

export interface SearchScope {
  mode: SearchMode;
  /** Chosen by name; none: what the organisation has set. */
  sourceIds: readonly string[];
}

/** What a search of one's own is put to. Throws notFound. */
export async function scopeOf(actor: Actor, id: string): Promise<SearchScope> {
  const search = await findSearch(db(), actor.id, id);
  if (!search) throw new AppError("notFound");
  return kept.parse(search.settings);
}

/** Those of the chosen sources that may be used now, and how many may not. Throws searchSourcesGone for none of several. */
export async function usableSources(
  actor: Actor,
  sourceIds: readonly string[],
): Promise<{ sources: NamedSource[]; withdrawn: number }> {
  if (sourceIds.length === 0) return { sources: [], withdrawn: 0 };
  const sources = await listNamedSources(actor, sourceIds);
  if (sources.length === 0) throw new AppError("searchSourcesGone");
  return { sources, withdrawn: sourceIds.length - sources.length };
}

/** A search of one's own. Throws notFound. */
export async function readSearch(actor: Actor, id: string): Promise<SearchDto> {
  requirePermission(actor, P.SEARCH);
  const search = await findSearch(db(), actor.id, id);
  if (!search) throw new AppError("notFound");
  const { settings, lastMessageAt, createdAt, ...rest } = search;
  const { mode, sourceIds } = kept.parse(settings);
  const sources = sourceIds.length > 0 ? await listNamedSources(actor, sourceIds) : [];
  return {
    ...rest,
    mode,
    sources: sources.map(({ id, name }) => ({ id, name })),
    withdrawn: sourceIds.length - sources.length,
    lastMessageAt: lastMessageAt.toISOString(),
    createdAt: createdAt.toISOString(),
  };
}

/** Begins a search. Throws notFound for a source that is not the person's to use. */
export async function makeSearch(actor: Actor, { mode = "balanced", sourceIds = [] }: NewSearch): Promise<string> {
  requirePermission(actor, P.SEARCH);
  await assertUsable(actor, sourceIds, []);
  const { id } = await insertChatSession(db(), actor.id, "", ABOUT_SEARCH.code, { settings: { mode, sourceIds } });
  return id;
}

/** A search whose first question was refused leaves nothing behind. */
export async function dropSearch(actor: Actor, id: string): Promise<void> {
  await updateChatSession(db(), actor.id, id, { deletedAt: new Date() }, ABOUT_SEARCH.code);
}

/** Puts a search to other sources, or searches otherwise, from now on. Throws notFound. */
export async function changeSearch(actor: Actor, id: string, change: NewSearch): Promise<SearchDto> {
  requirePermission(actor, P.SEARCH);
  const before = await scopeOf(actor, id);
  if (change.sourceIds) await assertUsable(actor, change.sourceIds, before.sourceIds);
  const settings = { mode: change.mode ?? before.mode, sourceIds: change.sourceIds ?? before.sourceIds };
  await updateChatSession(db(), actor.id, id, { settings }, ABOUT_SEARCH.code);
  return readSearch(actor, id);
}

/** One that was chosen before may stay although it is gone: it is left out when something is asked. */
async function assertUsable(actor: Actor, ids: readonly string[], had: readonly string[]): Promise<void> {
  const added = ids.filter((id) => !had.includes(id));
  if (added.length === 0) return;
  if ((await listNamedSources(actor, added)).length < added.length) throw new AppError("notFound");
}
