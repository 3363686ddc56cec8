import { z } from "zod";
import { MENU_TYPES } from "@/db/schema/menus";
import type { MenuNode } from "./menu-tree";

/** A menu entry with what is below it. */
export const menuNodeDto: z.ZodType<MenuNode, MenuNode> = z
  .strictObject({
    id: z.uuid(),
    /** Stable name of a product's own entry; null for entries an administrator made. */
    code: z.string().nullable(),
    type: z.enum(MENU_TYPES),
    nameZh: z.string(),
    nameEn: z.string(),
    icon: z.string(),
    path: z.string().nullable(),
    /** Menu path to highlight instead of the own one (spec 3: meta.fixed). */
    fixed: z.string().nullable(),
    children: z.array(z.lazy(() => menuNodeDto)),
  })
  .meta({ id: "MenuNode" });
