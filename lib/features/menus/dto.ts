import { z } from "zod";
import { menuEntryDto } from "@/lib/permissions/menu-dto";

/** One entry of the menu as its console shows it. */
export const menuDto = menuEntryDto.extend({
  /** Stable name of an entry the product owns; null for entries made here. */
  key: z.string().nullable(),
  parentId: z.uuid().nullable(),
  /** Key of the route registry. */
  component: z.string().nullable(),
  permission: z.string().nullable(),
  hidden: z.boolean(),
  half: z.enum(["workspace", "console"]),
  /** Its screen exists; a group always. */
  reachable: z.boolean(),
  /** Differs from what the product ships. */
  changed: z.boolean(),
  /** It, or the way to it, is this very console: it cannot be hidden. */
  needed: z.boolean(),
  /** Of what people edit of it. */
  revision: z.string(),
});
export type MenuDto = z.infer<typeof menuDto>;

/** A screen that an entry of one's own may lead to. */
export const screenChoiceDto = z.strictObject({
  component: z.string(),
  path: z.string(),
  half: z.enum(["workspace", "console"]),
  permission: z.string().nullable(),
});
export type ScreenChoice = z.infer<typeof screenChoiceDto>;

export const menuTreeDto = z.strictObject({ items: z.array(menuDto), screens: z.array(screenChoiceDto) });
export type MenuTree = z.infer<typeof menuTreeDto>;
