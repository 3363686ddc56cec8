import "server-only";
import { db } from "@/db/client";
import { listMenus } from "@/db/queries/menus/menus";
import { keptFacts } from "@/lib/kept";
import { buildMenus, type MenuHolder, type MenuNode } from "./menu-tree";

const rows = keptFacts<Awaited<ReturnType<typeof listMenus>>>("menus");

/** The menu of one person, of entries as they were within the last two seconds; which of them they see is asked anew. */
export async function menusOf(holder: MenuHolder): Promise<MenuNode[]> {
  return buildMenus(await rows.read("", () => listMenus(db())), holder);
}

/** A changed menu is shown at once in this process. */
export function invalidateMenus(): void {
  rows.invalidate();
}
