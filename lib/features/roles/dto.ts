import type { CatalogueGroup } from "@/lib/permissions/catalogue";
import type { MenuNode } from "@/lib/permissions/menu-tree";

export type RoleType = "system" | "ordinary" | "custom";

export interface RoleDto {
  id: string;
  /** Set on roles that ship with the product. */
  key: string | null;
  name: string;
  nameEn: string | null;
  type: RoleType;
  description: string;
  /** Null is unlimited, 0 is none. */
  dailyTokenLimit: number | null;
  dailyImageLimit: number | null;
  /** The administrator role names every code, also those of later versions. */
  permissions: string[];
  isAdministrator: boolean;
  /** Gives more than the asking person holds, who therefore cannot change it. */
  isStronger: boolean;
  people: number;
  updatedAt: string;
  /** Of what people edit of it. */
  revision: string;
}

export interface RoleChoice {
  id: string;
  key: string | null;
  name: string;
  nameEn: string | null;
  type: RoleType;
}

export interface LinkChoice {
  code: string;
  nameZh: string;
  nameEn: string;
  address: string;
}

/** What a role can grant, and what of it the asking person holds and so may give on. */
export interface Catalogue {
  groups: CatalogueGroup[];
  links: LinkChoice[];
  held: string[];
  isAdministrator: boolean;
}

export interface MemberDto {
  id: string;
  account: string;
  name: string;
  department: string | null;
  status: "enabled" | "disabled";
}

/** What somebody who holds this role and no other sees: read off registry and menus, nobody is impersonated. */
export interface RolePreview {
  /** Codes that count: the role's own with those above them. */
  codes: string[];
  workspace: MenuNode[];
  console: MenuNode[];
  /** Where `/` leads; null leads nowhere. */
  landing: { path: string; key: string } | null;
  screens: { path: string; key: string; area: string }[];
}

interface RoleName {
  id: string;
  name: string;
  nameEn: string | null;
}

/** Why a person may do what they may: for each code the roles that give it, for each limit the role that decides. */
export interface PersonPermissions {
  person: { id: string; account: string; name: string };
  isAdministrator: boolean;
  roles: RoleName[];
  codes: { code: string; roles: RoleName[] }[];
  links: { code: string; nameZh: string; nameEn: string; roles: RoleName[] }[];
  limits: Record<"tokens" | "images", { value: number | null; roles: RoleName[] }>;
}
