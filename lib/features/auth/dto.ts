import type { Locale } from "@/lib/i18n/locales";

export interface MenuNode {
  id: string;
  /** Stable name of a product's own entry; null for entries an administrator made. */
  code: string | null;
  type: "group" | "page" | "link" | "action";
  nameZh: string;
  nameEn: string;
  icon: string;
  path: string | null;
  /** Menu path to highlight instead of the own one (spec 3: meta.fixed). */
  fixed: string | null;
  children: MenuNode[];
}

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

export interface SessionDto {
  id: string;
  method: string;
  /** The browser's own description. */
  device: string;
  address: string;
  createdAt: string;
  lastUsedAt: string;
  current: boolean;
}
