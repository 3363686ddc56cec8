import "server-only";
import { db } from "@/db/client";
import { type BaseRow, findBase } from "@/db/queries/knowledge/bases";
import type { Insight } from "@/db/queries/knowledge-operations/findings";
import { listAllBases } from "@/db/queries/knowledge-operations/usage";
import { type Actor, hasPermission, requirePermission } from "@/lib/auth/actor";
import { subjectsOf } from "@/lib/auth/subjects";
import { AppError } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";

/** What of the use of bases somebody sees: those they manage, with the center's right those they may use as well. */
export const insightOf = (actor: Actor): Insight => ({
  subjects: subjectsOf(actor),
  managesBases: hasPermission(actor, P.KB_MANAGE),
  managesCenter: hasPermission(actor, P.KB_CENTER),
});

/** A live base whose use somebody sees. Throws notFound, also where they may only use it. */
export async function requireInsight(actor: Actor, baseId: string): Promise<BaseRow> {
  requirePermission(actor, P.KB_MANAGE, P.KB_CENTER);
  const { subjects, managesBases, managesCenter } = insightOf(actor);
  const base = await findBase(db(), subjects, baseId, managesCenter ? "view" : "manage");
  if (!base || !(managesCenter || managesBases)) throw new AppError("notFound");
  return base;
}

/** Bases that are looked at together. */
export interface Sight {
  /** The one base, or null: the center. */
  base: BaseRow | null;
  /** All that are counted; the center counts those others keep too. */
  countedIds: string[];
  /** Those the person may read, by id. */
  named: ReadonlyMap<string, string>;
}

/** One base, or all of the center. Throws notFound; without the center's right the base must be named. */
export async function sightOf(actor: Actor, baseId: string | undefined): Promise<Sight> {
  if (baseId) {
    const base = await requireInsight(actor, baseId);
    return { base, countedIds: [base.id], named: new Map([[base.id, base.name]]) };
  }
  requirePermission(actor, P.KB_CENTER);
  const rows = await listAllBases(db(), subjectsOf(actor));
  const readable = rows.filter(({ isReadable }) => isReadable);
  return {
    base: null,
    countedIds: rows.map(({ id }) => id),
    named: new Map(readable.map(({ id, name }) => [id, name])),
  };
}

/** A base as rows of the center name it; rows of one base do not. */
export function namedBase({ base, named }: Sight, id: string): { id: string; name: string } | null {
  const name = named.get(id);
  return base || name === undefined ? null : { id, name };
}
