import "server-only";
import { db } from "@/db/client";
import { listAllMenus, type MenuRecord } from "@/db/queries/menus/menus";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { fieldsOf, withRevision } from "@/lib/editing/revision";
import { P } from "@/lib/permissions/codes";
import { isConsolePath, leadsToScreen } from "@/lib/permissions/menu-tree";
import { routeCodes } from "@/lib/permissions/navigation";
import { type AppRoute, ROUTES } from "@/lib/permissions/routes";
import type { MenuDto, MenuTree, ScreenChoice } from "../dto";
import { isChanged, shippedMenus } from "./shipped";

/** The screen that changes menus: whoever hides it could never show it again. */
export const OWN_PATH = "/system/user-manage/menu-manage";

/** What people edit of an entry; its place is ordered apart from the form. */
export const editedMenu = (row: MenuRecord) =>
  fieldsOf(row, ["nameZh", "nameEn", "icon", "hidden", "parentId", "component", "path", "permission"]);

/** The half of the product an entry stands in: its group's. */
export function halfOf(row: MenuRecord, rows: readonly MenuRecord[]): "workspace" | "console" {
  const group = row.type === "group" ? row : rows.find(({ id }) => id === row.parentId);
  if (group?.path) return isConsolePath(group.path) ? "console" : "workspace";
  return isConsolePath(row.path) ? "console" : "workspace";
}

/** Whether hiding this entry would hide this console: the shipped page of it, and the group that page stands in. */
export function isNeeded(row: MenuRecord, rows: readonly MenuRecord[]): boolean {
  const own = rows.find(({ key, path }) => key !== null && path === OWN_PATH);
  return own !== undefined && (row.id === own.id || row.id === own.parentId);
}

/** Screens an entry may lead to: those that exist, that people sign in for, and that need no parameter. */
export function reachableRoute(component: string): AppRoute | undefined {
  return ROUTES.find((route) => route.key === component && isOffered(route));
}

function isOffered(route: AppRoute): boolean {
  return route.codes !== "public" && route.area !== "core" && !route.path.includes("{") && leadsToScreen(route.path);
}

/** The whole menu, and the screens it could lead to. */
export async function readMenus(actor: Actor): Promise<MenuTree> {
  requirePermission(actor, P.ORG_MENU);
  const [rows, shipped] = await Promise.all([listAllMenus(db()), shippedMenus()]);
  const keys = new Map(rows.map(({ id, key }) => [id, key]));
  const items = rows.map((row): MenuDto => {
    const { sort: _, updatedAt: __, ...shown } = withRevision(row, editedMenu);
    const groupKey = row.parentId ? (keys.get(row.parentId) ?? null) : null;
    return {
      ...shown,
      half: halfOf(row, rows),
      reachable: row.type === "group" || row.type === "link" || (row.path !== null && leadsToScreen(row.path)),
      changed: isChanged(row, row.key ? shipped.get(row.key) : undefined, groupKey),
      needed: isNeeded(row, rows),
    };
  });
  const screens = ROUTES.filter(isOffered).map(
    (route): ScreenChoice => ({
      component: route.key,
      path: route.path,
      half: isConsolePath(route.path) ? "console" : "workspace",
      permission: routeCodes(route)[0] ?? null,
    }),
  );
  return { items, screens };
}
