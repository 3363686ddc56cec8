import "server-only";
import { v7 } from "uuid";
import type { Transaction } from "@/db/client";
import { bindDepartment, closeDepartment, hasPeopleBelow } from "@/db/queries/directory-sync/people";
import type { ItemEnd, SyncItemRow } from "@/db/queries/directory-sync/runs";
import {
  type DepartmentRow,
  findDepartment,
  hasSiblingOfName,
  insertDepartment,
  listChildren,
  revokeSessionsBelow,
  rewritePaths,
  updateDepartment,
} from "@/db/queries/organisation/departments";
import { assertAdministratorRemains } from "@/lib/auth/administrators";
import { assertDepartmentsNotStronger } from "@/lib/auth/stronger";
import { AppError } from "@/lib/errors/errors";
import type { DepartmentValues } from "../plan-types";
import { attempt, done, failed, mappedIds } from "./apply-parts";
import type { By } from "./by";

/** Carries lines of departments out, one by one: each may lean on the one before. */
export async function applyDepartments(tx: Transaction, by: By, items: readonly SyncItemRow[]): Promise<ItemEnd[]> {
  const ends: ItemEnd[] = [];
  for (const item of items) ends.push(await applyOne(tx, by, item));
  return ends;
}

async function applyOne(tx: Transaction, by: By, item: SyncItemRow): Promise<ItemEnd> {
  const [before, after] = [item.before, item.after] as unknown as [DepartmentValues | null, DepartmentValues];
  const parentId = await parentOf(tx, by, after);
  if (item.action === "add") {
    const known = await mappedIds(tx, by.channel.id, [item.externalId]);
    if (known.size > 0) return failed(item, "syncChanged");
    return add(tx, by, item, after, parentId);
  }
  const row = item.targetId && (await findDepartment(tx, item.targetId));
  if (!row || row.name !== before?.name || row.parentId !== before.parentId || row.status !== before.status) {
    return failed(item, "syncChanged");
  }
  if (!row.parentId) return failed(item, "rootDepartment");
  return item.action === "disable" ? close(tx, item, after, row) : change(tx, by, item, after, row, parentId);
}

async function parentOf(tx: Transaction, { channel }: By, { parentId, parentRef }: DepartmentValues) {
  const id = parentRef === undefined ? parentId : (await mappedIds(tx, channel.id, [parentRef])).get(parentRef);
  return id ? await findDepartment(tx, id) : null;
}

async function add(
  tx: Transaction,
  by: By,
  item: SyncItemRow,
  after: DepartmentValues,
  parent: DepartmentRow | null,
): Promise<ItemEnd> {
  if (!parent) return failed(item, "departmentMissing");
  if (await hasSiblingOfName(tx, { parentId: parent.id, name: after.name })) return failed(item, "departmentNameTaken");
  const id = v7();
  const sort = ((await listChildren(tx, parent.id)).at(-1)?.sort ?? 0) + 1;
  await insertDepartment(tx, { id, name: after.name, parentId: parent.id, path: `${parent.path}${id}/`, sort });
  await bindDepartment(tx, { channelId: by.channel.id, externalId: item.externalId, departmentId: id });
  return done(item, { targetId: id });
}

async function change(
  tx: Transaction,
  { actor }: By,
  item: SyncItemRow,
  after: DepartmentValues,
  row: DepartmentRow,
  parent: DepartmentRow | null,
): Promise<ItemEnd> {
  if (!parent) return failed(item, "departmentMissing");
  const { id } = row;
  const reason = await attempt(tx, async (step) => {
    if (parent.path.startsWith(row.path)) throw new AppError("departmentBelowItself");
    if (await hasSiblingOfName(step, { parentId: parent.id, name: after.name, except: id })) {
      throw new AppError("departmentNameTaken");
    }
    const isElsewhere = parent.id !== row.parentId || after.status !== row.status;
    if (actor && isElsewhere) await assertDepartmentsNotStronger(step, actor, [row.path]);
    await updateDepartment(step, id, { name: after.name, status: after.status });
    if (parent.id === row.parentId) return;
    const sort = ((await listChildren(step, parent.id)).at(-1)?.sort ?? 0) + 1;
    await updateDepartment(step, id, { parentId: parent.id, sort });
    await rewritePaths(step, row.path, `${parent.path}${id}/`);
    // Below a closed department nobody comes in.
    await assertAdministratorRemains(step);
  });
  return reason ? failed(item, reason) : done(item);
}

async function close(
  tx: Transaction,
  item: SyncItemRow,
  after: DepartmentValues,
  row: DepartmentRow,
): Promise<ItemEnd> {
  // Somebody has gone there since.
  if (await hasPeopleBelow(tx, row.path)) return failed(item, "syncChanged");
  const at = new Date();
  await closeDepartment(tx, row.id, at);
  await revokeSessionsBelow(tx, row.path);
  return done(item, { after: { ...after, since: at.toISOString() } });
}
