import { z } from "zod";
import { STATUS } from "@/db/schema/organisation";
import { ROLE_TYPES } from "@/db/schema/roles";
import { CODE_GROUPS } from "@/lib/permissions/catalogue";
import { PERMISSION_CODES } from "@/lib/permissions/codes";
import { menuNodeDto } from "@/lib/permissions/menu-dto";

export type RoleType = (typeof ROLE_TYPES)[number];

export const roleDto = z.strictObject({
  id: z.uuid(),
  /** Set on roles that ship with the product. */
  key: z.string().nullable(),
  name: z.string(),
  nameEn: z.string().nullable(),
  type: z.enum(ROLE_TYPES),
  description: z.string(),
  /** Null is unlimited, 0 is none. */
  dailyTokenLimit: z.int().nullable(),
  dailyImageLimit: z.int().nullable(),
  /** The administrator role names every code, also those of later versions. */
  permissions: z.array(z.string()),
  isAdministrator: z.boolean(),
  /** Gives more than the asking person holds, who therefore cannot change it. */
  isStronger: z.boolean(),
  people: z.int(),
  updatedAt: z.iso.datetime(),
  /** Of what people edit of it. */
  revision: z.string(),
});
export type RoleDto = z.infer<typeof roleDto>;

export const roleChoiceDto = z.strictObject({
  id: z.uuid(),
  key: z.string().nullable(),
  name: z.string(),
  nameEn: z.string().nullable(),
  type: z.enum(ROLE_TYPES),
});
export type RoleChoice = z.infer<typeof roleChoiceDto>;

export const linkChoiceDto = z.strictObject({
  code: z.string(),
  nameZh: z.string(),
  nameEn: z.string(),
  address: z.string(),
});

/** What a role can grant, and what of it the asking person holds and so may give on. */
export const catalogueDto = z.strictObject({
  groups: z.array(
    z.strictObject({
      group: z.enum(CODE_GROUPS),
      codes: z.array(
        z.strictObject({
          code: z.enum(PERMISSION_CODES),
          /** The code above it, which it implies; null at the top. */
          parent: z.enum(PERMISSION_CODES).nullable(),
          /** Screens it opens: title keys of `nav.routes`. */
          screens: z.array(z.strictObject({ key: z.string(), ready: z.boolean() })),
        }),
      ),
    }),
  ),
  links: z.array(linkChoiceDto),
  held: z.array(z.string()),
  isAdministrator: z.boolean(),
});
export type Catalogue = z.infer<typeof catalogueDto>;

export const memberDto = z.strictObject({
  id: z.uuid(),
  account: z.string(),
  name: z.string(),
  department: z.string().nullable(),
  status: z.enum(STATUS),
});
export type MemberDto = z.infer<typeof memberDto>;

/** What somebody who holds this role and no other sees: read off registry and menus, nobody is impersonated. */
export const rolePreviewDto = z.strictObject({
  /** Codes that count: the role's own with those above them. */
  codes: z.array(z.string()),
  workspace: z.array(menuNodeDto),
  console: z.array(menuNodeDto),
  /** Where `/` leads; null leads nowhere. */
  landing: z.strictObject({ path: z.string(), key: z.string() }).nullable(),
  screens: z.array(z.strictObject({ path: z.string(), key: z.string(), area: z.string() })),
});
export type RolePreview = z.infer<typeof rolePreviewDto>;

const roleNameDto = z.strictObject({ id: z.uuid(), name: z.string(), nameEn: z.string().nullable() });

/** Whether somebody opens a screen: they do, no role of theirs gives it, or this version has no such screen. */
const screenReasonDto = z.strictObject({
  path: z.string(),
  key: z.string(),
  state: z.enum(["held", "missing", "notBuilt"]),
  /** Any of these codes opens it; empty: signing in does. */
  codes: z.array(z.string()),
  /** Held: the person's roles that give it. Missing: roles that would, at most `GIVING_MAX`. */
  roles: z.array(roleNameDto),
  roleCount: z.int(),
});
export type ScreenReason = z.infer<typeof screenReasonDto>;

/** What keeps everything shut, or changes refused, whatever roles say. */
export const OBSTACLES = ["disabled", "departmentDisabled", "licence"] as const;

const limitDto = z.strictObject({ value: z.int().nullable(), roles: z.array(roleNameDto) });

/** Why a person may do what they may: for each code the roles that give it, for each limit the role that decides. */
export const personPermissionsDto = z.strictObject({
  person: z.strictObject({ id: z.uuid(), account: z.string(), name: z.string() }),
  isAdministrator: z.boolean(),
  obstacles: z.array(z.enum(OBSTACLES)),
  roles: z.array(roleNameDto),
  screens: z.array(screenReasonDto),
  codes: z.array(z.strictObject({ code: z.string(), roles: z.array(roleNameDto) })),
  links: z.array(
    z.strictObject({ code: z.string(), nameZh: z.string(), nameEn: z.string(), roles: z.array(roleNameDto) }),
  ),
  limits: z.strictObject({ tokens: limitDto, images: limitDto }),
});
export type PersonPermissions = z.infer<typeof personPermissionsDto>;

/** How many people a change gave a role to and took it from. */
export const changedMembersDto = z.strictObject({ added: z.int(), removed: z.int() });
