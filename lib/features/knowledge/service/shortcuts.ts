import "server-only";
import { db } from "@/db/client";
import { lockUser } from "@/db/queries/auth/identity";
import { findBase, listShortcuts, replaceShortcuts } from "@/db/queries/knowledge/bases";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { subjectsOf } from "@/lib/auth/subjects";
import { AppError } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import { SHORTCUTS_MAX } from "../limits";

/** Bases at hand, in their order. */
export async function readShortcuts(actor: Actor): Promise<{ ids: string[] }> {
  requirePermission(actor, P.KB_CHAT, P.KB_MANAGE, P.KB_SEARCH);
  return { ids: await listShortcuts(db(), subjectsOf(actor)) };
}

/** These bases in this order. Throws shortcutLimit (spec 9: at most 8), and notFound for a base that is not theirs to use. */
export async function changeShortcuts(actor: Actor, ids: readonly string[]): Promise<{ ids: string[] }> {
  requirePermission(actor, P.KB_CHAT, P.KB_MANAGE, P.KB_SEARCH);
  if (ids.length > SHORTCUTS_MAX) throw new AppError("shortcutLimit", { args: { max: SHORTCUTS_MAX } });
  return db().transaction(async (tx) => {
    await lockUser(tx, actor.id);
    for (const id of ids) if (!(await findBase(tx, subjectsOf(actor), id, "view"))) throw new AppError("notFound");
    await replaceShortcuts(tx, actor.id, ids);
    return { ids: [...ids] };
  });
}
