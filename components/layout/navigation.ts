import type { ReactNode } from "react";

/** One entry of a menu, in the language of the page, its icon drawn by the server. */
export interface NavItem {
  id: string;
  label: string;
  path: string;
  icon: ReactNode;
}

export interface NavGroup {
  id: string;
  label: string;
  items: NavItem[];
}

/** Path prefixes of screens that highlight another menu entry (spec 3: meta.fixed). */
export type Highlights = readonly (readonly [prefix: string, menuPath: string])[];

/** Who is logged in, as the shell shows it. */
export interface ShellPerson {
  id: string;
  name: string;
  avatar: string | null;
  department: string | null;
  permissions: readonly string[];
}

export interface ShellProduct {
  name: string;
  iconUrl: string | null;
  logoUrl: string | null;
}

/** Everything a shell shows of person and permissions; made by `loadShell` on the server. */
export interface ShellData {
  person: ShellPerson;
  product: ShellProduct;
  /** Account and day, drawn over every panel; null while it is off. */
  watermark: string | null;
  /** Areas of the workspace. */
  main: NavGroup[];
  console: NavGroup[];
  highlights: Highlights;
  /** The sidebar was collapsed by choice. */
  collapsed: boolean;
}

export const isExternal = (path: string): boolean => /^https?:\/\//.test(path);

const covers = (prefix: string, pathname: string) => pathname === prefix || pathname.startsWith(`${prefix}/`);

/** The path of the menu entry a screen belongs to: the longest one that leads to it. */
export function activePath(groups: readonly NavGroup[], highlights: Highlights, pathname: string): string | undefined {
  const fixed = highlights.find(([prefix]) => covers(prefix, pathname))?.[1];
  return groups
    .flatMap((group) => group.items.map((item) => item.path))
    .filter((path) => covers(path, fixed ?? pathname))
    .sort((a, b) => b.length - a.length)[0];
}
