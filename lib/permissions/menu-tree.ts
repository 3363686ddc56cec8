import { isLinkCode, type PermissionCode } from "./codes";
import { matchRoute, mayOpen } from "./navigation";

/** The two halves of the product; a group's path says which one it stands in. */
export const WORKSPACE_HALF = "/";
export const CONSOLE_HALF = "/system";

export interface MenuNode {
  id: string;
  /** Stable name of a product's own entry; null for entries an administrator made. */
  code: string | null;
  type: "group" | "page" | "link" | "action";
  nameZh: string;
  nameEn: string;
  icon: string;
  path: string | null;
  /** Menu path to highlight instead of the own one (spec 3: meta.fixed). */
  fixed: string | null;
  children: MenuNode[];
}

/** A menu entry as it is stored. */
export interface MenuRow extends Omit<MenuNode, "code" | "children"> {
  parentId: string | null;
  key: string | null;
  permission: string | null;
}

/** What decides which entries somebody sees. */
export interface MenuHolder {
  permissions: readonly PermissionCode[];
  linkCodes: readonly string[];
}

/** The menu tree of one person or role: entries they may open whose screen exists; groups without any are left out. */
export function buildMenus(rows: readonly MenuRow[], holder: MenuHolder): MenuNode[] {
  const children = Map.groupBy(rows, (row) => row.parentId ?? "");
  const build = (parent: string): MenuNode[] =>
    (children.get(parent) ?? []).flatMap((row) => {
      const below = build(row.id);
      if (row.type === "group" ? below.length === 0 : !isReachable(row, holder)) return [];
      const { id, key, type, nameZh, nameEn, icon, path, fixed } = row;
      return [{ id, code: key, type, nameZh, nameEn, icon, path, fixed, children: below }];
    });
  return build("");
}

function isReachable({ path, permission }: MenuRow, { permissions, linkCodes }: MenuHolder): boolean {
  if (permission && !(isLinkCode(permission) ? linkCodes : (permissions as readonly string[])).includes(permission)) {
    return false;
  }
  if (!path) return false;
  if (!path.startsWith("/")) return true;
  const route = matchRoute(path);
  return Boolean(route && leadsToScreen(path) && mayOpen(route, permissions));
}

/** Whether the product has a screen at this path, by itself or by its redirect. */
export function leadsToScreen(path: string): boolean {
  const route = matchRoute(path);
  if (!route?.ready && !route?.redirect) return false;
  const target = route.redirect && route.redirect !== "first" ? matchRoute(route.redirect) : route;
  return Boolean(target?.ready);
}

export function isConsolePath(path: string | null): boolean {
  return path === CONSOLE_HALF || Boolean(path?.startsWith(`${CONSOLE_HALF}/`)) || path === "/system-preview";
}

/** Whether a top-level group stands in the console. Its path says so; pages in it do where it has none. */
export function isConsoleGroup(node: Pick<MenuNode, "path" | "children">): boolean {
  return node.path ? isConsolePath(node.path) : node.children.some((child) => isConsolePath(child.path));
}
