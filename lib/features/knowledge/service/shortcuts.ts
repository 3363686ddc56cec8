import "server-only";
import { db, type Queryable } from "@/db/client";
import { lockUser } from "@/db/queries/auth/identity";
import { findBase, listShortcuts, replaceShortcuts } from "@/db/queries/knowledge/bases";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { subjectsOf } from "@/lib/auth/subjects";
import { AppError } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import type { ShortcutDto } from "../dto";
import { type BaseIcon, SHORTCUTS_MAX } from "../limits";

/** Bases at hand, in their order. */
export async function readShortcuts(actor: Actor): Promise<{ items: ShortcutDto[] }> {
  requirePermission(actor, P.KB_CHAT, P.KB_MANAGE, P.KB_SEARCH);
  return { items: await shortcutsOf(actor, db()) };
}

async function shortcutsOf(actor: Actor, at: Queryable): Promise<ShortcutDto[]> {
  const rows = await listShortcuts(at, subjectsOf(actor));
  return rows.map(({ icon, ...rest }) => ({ ...rest, icon: icon as BaseIcon }));
}

/** These bases in this order. Throws shortcutLimit (spec 9: at most 8), and notFound for a base that is not theirs to use. */
export async function changeShortcuts(actor: Actor, ids: readonly string[]): Promise<{ items: ShortcutDto[] }> {
  requirePermission(actor, P.KB_CHAT, P.KB_MANAGE, P.KB_SEARCH);
  if (ids.length > SHORTCUTS_MAX) throw new AppError("shortcutLimit", { args: { max: SHORTCUTS_MAX } });
  return db().transaction(async (tx) => {
    await lockUser(tx, actor.id);
    for (const id of ids) if (!(await findBase(tx, subjectsOf(actor), id, "view"))) throw new AppError("notFound");
    await replaceShortcuts(tx, actor.id, ids);
    return { items: await shortcutsOf(actor, tx) };
  });
}
