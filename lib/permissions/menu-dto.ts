import { z } from "zod";
import { MENU_TYPES } from "@/db/schema/menus";
import type { MenuNode } from "./menu-tree";

/** What a menu shows of an entry, and where that leads. */
export const menuEntryDto = z.strictObject({
  id: z.uuid(),
  type: z.enum(MENU_TYPES),
  nameZh: z.string(),
  nameEn: z.string(),
  icon: z.string(),
  path: z.string().nullable(),
  /** Menu path to highlight instead of the own one (spec 3: meta.fixed). */
  fixed: z.string().nullable(),
});

/** A menu entry with what is below it. */
export const menuNodeDto: z.ZodType<MenuNode, MenuNode> = menuEntryDto
  .extend({
    /** Stable name of a product's own entry; null for entries an administrator made. */
    code: z.string().nullable(),
    children: z.array(z.lazy(() => menuNodeDto)),
  })
  .meta({ id: "MenuNode" });
