import "server-only";
import { cookies } from "next/headers";
import { getLocale } from "next-intl/server";
import type { Actor } from "@/lib/auth/actor";
import { productInfo } from "@/lib/config/product";
import { loadConfig } from "@/lib/config/system-config";
import { dayIn } from "@/lib/config/time";
import { productLocale } from "@/lib/i18n/locales";
import { isConsoleGroup, type MenuNode } from "@/lib/permissions/menu-tree";
import { menusOf } from "@/lib/permissions/menus";
import { ROUTES } from "@/lib/permissions/routes";
import { MenuIcon } from "./menu-icon";
import type { NavGroup, NavItem, ShellData } from "./navigation";
import { SIDEBAR_COOKIE } from "./shell-state";

/** Screens with a menu entry other than the one their path lies under, as prefix and entry. */
const HIGHLIGHTS = ROUTES.flatMap((route) =>
  route.highlight && !route.path.startsWith(`${route.highlight}/`)
    ? [[route.path.replace(/\/\{.*$/, ""), route.highlight] as const]
    : [],
);

/** spec N13: who looks and on which day, off by default. */
async function watermarkOf(actor: Actor): Promise<string | null> {
  if (!(await loadConfig("watermarkConfig")).enabled) return null;
  return `${actor.account} ${dayIn((await loadConfig("customConfig")).timeZone)}`;
}

/** What the shells show of this person: names, areas and console pages they may open, in the page's language. */
export async function loadShell(actor: Actor): Promise<ShellData> {
  const [menus, product, locale, stored] = await Promise.all([
    menusOf(actor),
    productInfo(),
    getLocale().then(productLocale),
    cookies(),
  ]);
  const { avatarFileId, departmentName } = actor.shown ?? {};
  const nameOf = (node: MenuNode) => (locale === "zh_CN" ? node.nameZh : node.nameEn);
  const toItem = (node: MenuNode): NavItem[] =>
    (node.type === "page" || node.type === "link") && node.path
      ? [{ id: node.id, label: nameOf(node), path: node.path, icon: <MenuIcon name={node.icon} /> }]
      : node.children.flatMap(toItem);
  const toGroup = (node: MenuNode): NavGroup => ({ id: node.id, label: nameOf(node), items: toItem(node) });
  const groups = menus.filter((node) => node.type === "group");
  return {
    person: {
      id: actor.id,
      name: actor.name,
      avatar: avatarFileId ? `/api/files/${avatarFileId}` : null,
      department: departmentName ?? null,
      permissions: actor.permissions,
    },
    product: {
      name: locale === "zh_CN" ? product.nameZh : product.nameEn,
      iconUrl: product.iconUrl,
      logoUrl: product.logoUrl,
    },
    watermark: await watermarkOf(actor),
    main: groups.filter((node) => !isConsoleGroup(node)).map(toGroup),
    console: groups.filter(isConsoleGroup).map(toGroup),
    highlights: HIGHLIGHTS,
    collapsed: stored.get(SIDEBAR_COOKIE)?.value === "collapsed",
  };
}
