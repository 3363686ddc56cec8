import "server-only";
import { db, type Transaction, violatedConstraint } from "@/db/client";
import {
  insertMenu,
  listAllMenus,
  lockMenus,
  type MenuRecord,
  orderMenus,
  removeMenu,
  replaceLinkCode,
  updateMenu,
} from "@/db/queries/menus/menus";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { invalidateSessions } from "@/lib/auth/session";
import { assertCurrent } from "@/lib/editing/current";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import { isConsolePath } from "@/lib/permissions/menu-tree";
import { invalidateMenus } from "@/lib/permissions/menus";
import { routeCodes } from "@/lib/permissions/navigation";
import { MENUS_MAX, type MenuMove, type MenuPatch, type NewMenu } from "../schema";
import { editedMenu, halfOf, isNeeded, reachableRoute } from "./tree";

/** One change of the menu at a time: each sees the whole tree as it will stand. Throws linkCodeTaken. */
async function change<T>(actor: Actor, work: (tx: Transaction, rows: MenuRecord[]) => Promise<T>): Promise<T> {
  requirePermission(actor, P.ORG_MENU);
  try {
    const result = await db().transaction(async (tx) => {
      await lockMenus(tx);
      return work(tx, await listAllMenus(tx));
    });
    invalidateMenus();
    // Codes of links are part of what a session holds.
    invalidateSessions();
    return result;
  } catch (error) {
    if (violatedConstraint(error) === "menus_link_code_key") {
      throw new AppError("linkCodeTaken", { data: { fields: { permission: "codeTaken", linkName: "codeTaken" } } });
    }
    throw error;
  }
}

function find(rows: readonly MenuRecord[], id: string): MenuRecord {
  return orNotFound(rows.find((candidate) => candidate.id === id));
}

/** A group that an entry can stand in. Throws invalidInput when it is none. */
function groupOf(rows: readonly MenuRecord[], id: string): MenuRecord {
  const group = rows.find((row) => row.id === id && row.type === "group");
  if (!group) throw new AppError("invalidInput", { data: { fields: { parentId: "invalid" } } });
  return group;
}

const nameOf = ({ nameZh, nameEn }: Pick<MenuRecord, "nameZh" | "nameEn">) => `${nameZh} / ${nameEn}`;
const childrenOf = (rows: readonly MenuRecord[], parentId: string | null) =>
  rows.filter((row) => row.parentId === parentId);
const lastPlace = (rows: readonly MenuRecord[]) => Math.max(-10, ...rows.map(({ sort }) => sort)) + 10;

/** Path and permission of a page of the registry. Throws menuUnreachable when there is no such screen (spec N8). */
function screenOf(component: string, half: "workspace" | "console") {
  const route = reachableRoute(component);
  if (!route) throw new AppError("menuUnreachable", { data: { fields: { component: "invalid" } } });
  if (isConsolePath(route.path) !== (half === "console")) throw new AppError("menuWrongHalf");
  return { component, path: route.path, permission: routeCodes(route)[0] ?? null, fixed: route.highlight ?? null };
}

/** Adds a group, a page of the registry or a link outside, at the end. Throws menuLimit, menuUnreachable, linkCodeTaken. */
export async function createMenu(actor: Actor, input: NewMenu): Promise<{ id: string }> {
  return change(actor, async (tx, rows) => {
    if (rows.length >= MENUS_MAX) throw new AppError("menuLimit", { args: { max: MENUS_MAX } });
    const parent = input.type === "group" ? null : groupOf(rows, input.parentId);
    const more = input.type === "page" && parent ? screenOf(input.component, halfOf(parent, rows)) : {};
    const row = { ...input, ...more, sort: lastPlace(childrenOf(rows, parent?.id ?? null)) };
    const id = await insertMenu(tx, row);
    await recordAuditEvent(tx, actor, {
      action: "menu.create",
      target: { type: "menu", id, name: nameOf(input) },
      after: input,
    });
    return { id };
  });
}

/**
 * Changes an entry. Of the product's own only names, icon, group and visibility change. Throws notFound, menuOwned,
 * menuNeeded, menuWrongHalf, menuUnreachable, linkCodeTaken, staleRecord.
 */
export async function changeMenu(actor: Actor, id: string, { revision, ...patch }: MenuPatch): Promise<void> {
  await change(actor, async (tx, rows) => {
    const before = find(rows, id);
    const read = () => Promise.resolve(editedMenu(before));
    await assertCurrent(tx, actor, { type: "menu", id, given: revision, read });
    const { component, path, permission, parentId, ...plain } = patch;
    if (before.key && (component ?? path ?? permission) !== undefined) throw new AppError("menuOwned");
    if ((path ?? permission) !== undefined && before.type !== "link") throw new AppError("menuOwned");
    if (component !== undefined && before.type !== "page") throw new AppError("menuOwned");
    if (patch.hidden && isNeeded(before, rows)) throw new AppError("menuNeeded");
    const place = parentId && parentId !== before.parentId ? placeIn(rows, before, parentId) : {};
    const screen = component === undefined ? {} : screenOf(component, halfOf(before, rows));
    const link = { ...(path === undefined ? {} : { path }), ...(permission === undefined ? {} : { permission }) };
    const changes = { ...plain, ...place, ...screen, ...link };
    await updateMenu(tx, id, changes);
    if (permission !== undefined && before.permission && before.permission !== permission) {
      await replaceLinkCode(tx, before.permission, permission);
    }
    await recordAuditEvent(tx, actor, {
      action: "menu.change",
      target: { type: "menu", id, name: nameOf({ ...before, ...plain }) },
      before: Object.fromEntries(Object.keys(changes).map((key) => [key, before[key as keyof MenuRecord]])),
      after: changes,
    });
  });
}

/** The end of another group. Throws menuWrongHalf, menuNeeded, invalidInput. */
function placeIn(rows: readonly MenuRecord[], row: MenuRecord, parentId: string) {
  const group = groupOf(rows, parentId);
  if (row.type === "group") throw new AppError("invalidInput", { data: { fields: { parentId: "invalid" } } });
  if (halfOf(group, rows) !== halfOf(row, rows)) throw new AppError("menuWrongHalf");
  if (group.hidden && isNeeded(row, rows)) throw new AppError("menuNeeded");
  return { parentId, sort: lastPlace(childrenOf(rows, parentId)) };
}

/** Puts an entry at a place among its neighbours, in its group or another one of its half. */
export async function moveMenu(actor: Actor, id: string, { parentId, index }: MenuMove): Promise<void> {
  await change(actor, async (tx, rows) => {
    const row = find(rows, id);
    if ((parentId === null) !== (row.type === "group")) {
      throw new AppError("invalidInput", { data: { fields: { parentId: "invalid" } } });
    }
    if (parentId !== null && parentId !== row.parentId) await updateMenu(tx, id, placeIn(rows, row, parentId));
    // Groups are counted in their half: nobody sees both in one list.
    const half = halfOf(row, rows);
    const neighbours = childrenOf(rows, parentId).filter(
      (other) => other.id !== id && (parentId !== null || halfOf(other, rows) === half),
    );
    const ids = neighbours.map((other) => other.id);
    ids.splice(Math.min(index, ids.length), 0, id);
    await orderMenus(tx, ids);
    await recordAuditEvent(tx, actor, {
      action: "menu.move",
      target: { type: "menu", id, name: nameOf(row) },
      before: { parentId: row.parentId, index: childrenOf(rows, row.parentId).findIndex((other) => other.id === id) },
      after: { parentId, index: ids.indexOf(id) },
    });
  });
}

/** Deletes an entry made here; a link's code leaves the roles with it. Throws notFound, menuOwned, menuNotEmpty. */
export async function deleteMenu(actor: Actor, id: string): Promise<void> {
  await change(actor, async (tx, rows) => {
    const row = find(rows, id);
    if (row.key) throw new AppError("menuOwned");
    if (childrenOf(rows, id).length > 0) throw new AppError("menuNotEmpty");
    await removeMenu(tx, id);
    const roles = row.type === "link" && row.permission ? await replaceLinkCode(tx, row.permission, null) : 0;
    await recordAuditEvent(tx, actor, {
      action: "menu.delete",
      target: { type: "menu", id, name: nameOf(row) },
      before: { type: row.type, path: row.path, permission: row.permission, roles },
    });
  });
}
