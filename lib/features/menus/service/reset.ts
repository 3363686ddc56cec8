import "server-only";
import { db, type Transaction } from "@/db/client";
import { listAllMenus, lockMenus, type MenuRecord, orderMenus, updateMenu } from "@/db/queries/menus/menus";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import { invalidateMenus } from "@/lib/permissions/menus";
import { type Shipped, shippedMenus } from "./shipped";

/** One shipped entry as it came: names, icon, group, place, shown. Throws notFound; entries made here have nothing to go back to. */
export async function resetMenu(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.ORG_MENU);
  await rewrite(async (tx, shipped, rows) => {
    const row = rows.find((candidate) => candidate.id === id);
    const origin = row?.key ? shipped.get(row.key) : undefined;
    if (!row || !origin) throw new AppError("notFound");
    const parentId = await restore(tx, row, origin, rows);
    const neighbours = rows.filter((other) => other.id !== id && other.parentId === parentId).map((other) => other.id);
    neighbours.splice(Math.min(origin.index, neighbours.length), 0, id);
    await orderMenus(tx, neighbours);
    await recordAuditEvent(tx, actor, {
      action: "menu.reset",
      target: { type: "menu", id, name: `${origin.nameZh} / ${origin.nameEn}` },
      before: { nameZh: row.nameZh, nameEn: row.nameEn, icon: row.icon, hidden: row.hidden, parentId: row.parentId },
    });
  });
}

/** The whole menu as it came. Entries made here stay, behind the shipped ones of their group. */
export async function resetMenus(actor: Actor): Promise<void> {
  requirePermission(actor, P.ORG_MENU);
  await rewrite(async (tx, shipped, rows) => {
    for (const row of rows) {
      const origin = row.key ? shipped.get(row.key) : undefined;
      if (origin) await restore(tx, row, origin, rows);
    }
    const place = (row: MenuRecord) => (row.key && shipped.get(row.key)?.index) ?? Number.MAX_SAFE_INTEGER;
    const after = await listAllMenus(tx);
    for (const siblings of Map.groupBy(after, ({ parentId }) => parentId).values()) {
      // A stable sort: entries made here keep their order among themselves.
      await orderMenus(
        tx,
        siblings.toSorted((a, b) => Number(place(a)) - Number(place(b))).map(({ id }) => id),
      );
    }
    await recordAuditEvent(tx, actor, { action: "menu.reset", target: { type: "menu", id: "all" } });
  });
}

type Rewrite = (
  tx: Transaction,
  shipped: Awaited<ReturnType<typeof shippedMenus>>,
  rows: Awaited<ReturnType<typeof listAllMenus>>,
) => Promise<void>;

/** Changes the menu while nobody else does. */
async function rewrite(change: Rewrite): Promise<void> {
  const shipped = await shippedMenus();
  await db().transaction(async (tx) => {
    await lockMenus(tx);
    await change(tx, shipped, await listAllMenus(tx));
  });
  invalidateMenus();
}

async function restore(tx: Transaction, row: MenuRecord, origin: Shipped, rows: readonly MenuRecord[]) {
  const parentId = origin.groupKey ? (rows.find(({ key }) => key === origin.groupKey)?.id ?? row.parentId) : null;
  const { nameZh, nameEn, icon } = origin;
  await updateMenu(tx, row.id, { nameZh, nameEn, icon, hidden: false, parentId });
  return parentId;
}
