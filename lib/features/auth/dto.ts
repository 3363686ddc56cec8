import type { Locale } from "@/lib/i18n/locales";
import type { MenuNode } from "@/lib/permissions/menu-tree";

export interface SelfInfo {
  id: string;
  account: string;
  name: string;
  avatar: string | null;
  type: "local" | "directory" | "sso" | "scim";
  department: { id: string; name: string } | null;
  roles: { id: string; name: string }[];
  permission: string[];
  menus: MenuNode[];
  language: Locale;
  mustChangePassword: boolean;
}

/** A way to come in that is on. */
export interface LoginMethodDto {
  type: string;
  name: string;
  logoUrl?: string | null;
  /** Where it begins; unset where there is nothing to click on. */
  url?: string;
}
