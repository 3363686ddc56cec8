import "server-only";
import type { MenuRecord } from "@/db/queries/menus/menus";
import { menuSeeds } from "@/lib/permissions/seed-menus";

/** An entry as the product ships it: its names and icon, the key of its group and its place there. */
export interface Shipped {
  key: string;
  groupKey: string | null;
  index: number;
  nameZh: string;
  nameEn: string;
  icon: string;
}

/** Every shipped entry by its key, groups before what stands in them. */
export async function shippedMenus(): Promise<Map<string, Shipped>> {
  const all = new Map<string, Shipped>();
  for (const [index, { key, nameZh, nameEn, icon, children }] of (await menuSeeds()).entries()) {
    all.set(key, { key, groupKey: null, index, nameZh, nameEn, icon });
    for (const [place, child] of children.entries()) {
      const { key: childKey, nameZh: zh, nameEn: en, icon: drawn } = child;
      all.set(childKey, { key: childKey, groupKey: key, index: place, nameZh: zh, nameEn: en, icon: drawn });
    }
  }
  return all;
}

/** Whether an entry was changed here: its names, icon, group or visibility. */
export function isChanged(row: MenuRecord, shipped: Shipped | undefined, groupKey: string | null): boolean {
  if (!shipped) return false;
  return (
    row.hidden ||
    row.nameZh !== shipped.nameZh ||
    row.nameEn !== shipped.nameEn ||
    row.icon !== shipped.icon ||
    groupKey !== shipped.groupKey
  );
}
