import "server-only";
import { db } from "@/db/client";
import { listUsableSources } from "@/db/queries/search/sources";
import type { Actor } from "@/lib/auth/actor";

/** A source as a search knows it. */
export interface NamedSource {
  id: string;
  name: string;
  domains: string[];
  /** The organisation's. */
  isShared: boolean;
}

/** Sources a person may search now: the organisation's and their own, or those named of them, in that order. */
export async function listNamedSources(actor: Actor, ids: readonly string[] | null): Promise<NamedSource[]> {
  const rows = await listUsableSources(db(), actor.id, ids);
  const sources = rows.map(({ id, name, domains, ownerId }) => ({ id, name, domains, isShared: ownerId === null }));
  if (!ids) return sources;
  const byId = new Map(sources.map((source) => [source.id, source]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
