import { z } from "zod";
import { MENU_ICONS } from "@/lib/config/menu-icons";
import { revised } from "@/lib/editing/schema";
import { isLinkCode } from "@/lib/permissions/codes";
import { CONSOLE_HALF, WORKSPACE_HALF } from "@/lib/permissions/menu-tree";
import { identifier, line } from "@/lib/text/line";

export const MENU_NAME_MAX = 40;
/** Entries of the whole menu. */
export const MENUS_MAX = 300;
export const LINK_ADDRESS_MAX = 2000;
export const LINK_PREFIX = "LINK:";
export const LINK_NAME_MAX = 40;

/** An address outside that a menu may lead to: https, without a name and password in it. */
export function isHttpsAddress(text: string): boolean {
  if (!/^https:\/\/[^\s\\\p{Cc}]+$/iu.test(text)) return false;
  try {
    const { protocol, username, password, hostname } = new URL(text);
    return protocol === "https:" && !username && !password && hostname !== "";
  } catch {
    return false;
  }
}

const name = line(MENU_NAME_MAX).min(1, "required");
const icon = z.enum(["", ...MENU_ICONS], "invalid");
const address = line(LINK_ADDRESS_MAX).refine(isHttpsAddress, "httpsAddress");
const linkCode = line(200).refine(isLinkCode, "linkCode");
const shared = { nameZh: name, nameEn: name, icon: icon.default(""), hidden: z.boolean().default(false) };

/** A new entry. A page names a key of the route registry, which gives it path and permission (ARCHITECTURE 4). */
export const newMenu = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("group"), ...shared, path: z.enum([WORKSPACE_HALF, CONSOLE_HALF]) }),
  z.strictObject({ type: z.literal("page"), ...shared, parentId: z.uuid(), component: identifier(200).min(1) }),
  z.strictObject({ type: z.literal("link"), ...shared, parentId: z.uuid(), path: address, permission: linkCode }),
]);
export type NewMenu = z.infer<typeof newMenu>;

export const menuPatch = z.strictObject({
  nameZh: name.optional(),
  nameEn: name.optional(),
  icon: icon.optional(),
  hidden: z.boolean().optional(),
  parentId: z.uuid().optional(),
  component: identifier(200).min(1).optional(),
  path: address.optional(),
  permission: linkCode.optional(),
  ...revised,
});
export type MenuPatch = z.infer<typeof menuPatch>;

/** Where an entry goes: its group, null for a group itself, and its place there. */
export const menuMove = z.strictObject({
  parentId: z.uuid().nullable(),
  index: z.number().int().min(0).max(MENUS_MAX),
});
export type MenuMove = z.infer<typeof menuMove>;

/** The drawer's form; which fields count depends on the type. */
export const menuForm = z
  .object({
    type: z.enum(["group", "page", "link"]),
    nameZh: name,
    nameEn: name,
    icon,
    hidden: z.boolean(),
    half: z.enum([WORKSPACE_HALF, CONSOLE_HALF]),
    parentId: identifier(200),
    component: identifier(200),
    path: line(LINK_ADDRESS_MAX),
    linkName: line(LINK_NAME_MAX),
  })
  .superRefine((values, context) => {
    const issue = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    if (values.type !== "group" && !values.parentId) issue("parentId", "required");
    if (values.type === "page" && !values.component) issue("component", "required");
    if (values.type !== "link") return;
    if (!isHttpsAddress(values.path)) issue("path", values.path ? "httpsAddress" : "required");
    if (!isLinkCode(LINK_PREFIX + values.linkName)) issue("linkName", values.linkName ? "linkCode" : "required");
  });
export type MenuForm = z.infer<typeof menuForm>;
