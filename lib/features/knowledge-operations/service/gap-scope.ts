import "server-only";
import { db, type Queryable } from "@/db/client";
import { type FoundGap, findGap, type GapScope, hasBase } from "@/db/queries/knowledge-operations/gaps";
import { type Actor, hasPermission, requirePermission } from "@/lib/auth/actor";
import { subjectsOf } from "@/lib/auth/subjects";
import { AppError } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";

/** Codes that open the board: its gaps are those of bases the person manages, or with the center's of all they may use. */
export const BOARD = [P.KB_MANAGE, P.KB_CENTER] as const;

/** Throws noPermission. */
export function scopeOf(actor: Actor): GapScope {
  requirePermission(actor, ...BOARD);
  return {
    subjects: subjectsOf(actor),
    manages: hasPermission(actor, P.KB_MANAGE),
    isOfCenter: hasPermission(actor, P.KB_CENTER),
  };
}

/** Throws noPermission, and notFound for a base that is not in the scope. */
export async function scopeWith(actor: Actor, baseId: string | undefined): Promise<GapScope> {
  const scope = scopeOf(actor);
  if (baseId && !(await hasBase(db(), scope, baseId))) throw new AppError("notFound");
  return scope;
}

/** Throws noPermission, and notFound. */
export async function requireGap(actor: Actor, id: string, at: Queryable = db()): Promise<FoundGap> {
  const gap = await findGap(at, scopeOf(actor), id);
  if (!gap) throw new AppError("notFound");
  return gap;
}

/** As `requireGap`, of a base the person manages: who only reads the board changes nothing. */
export async function requireOwnGap(actor: Actor, id: string, at: Queryable = db()): Promise<FoundGap> {
  const gap = await requireGap(actor, id, at);
  if (!gap.mayChange) throw new AppError("noPermission");
  return gap;
}
