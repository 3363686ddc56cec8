import type { Actor } from "@/lib/auth/actor";
import type { Locale } from "@/lib/i18n/locales";
import type { PermissionCode } from "@/lib/permissions/codes";

/** One thing the command palette leads to. */
export interface PaletteItem {
  id: string;
  /** Empty where the thing has no name yet. */
  label: string;
  href: string;
  /** What tells it from others of its name. */
  detail?: string;
}

/** What is looked for, by whom. */
export interface PaletteSearch {
  actor: Actor;
  locale: Locale;
  /** At most so many. */
  limit: number;
}

/**
 * What an area lets the palette find. Exported from `palette.ts` of the area's folder, found by `npm run generate`; its
 * heading stands under `shared.palette` of the area's texts, by its id.
 */
export interface PaletteFinder {
  id: string;
  /** Place among the headings, ascending. */
  order: number;
  /** Whoever looks holds one of these. */
  codes: readonly PermissionCode[];
  /** Things within the person's reach whose name or text holds the words. */
  find: (keyword: string, search: PaletteSearch) => Promise<PaletteItem[]>;
  /** Those that were used last, before anything is typed; without it there are none. */
  recent?: (search: PaletteSearch) => Promise<PaletteItem[]>;
}
