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

/** What asks a composer for a list: `/` for what is said or done, `@` for what a question is about. */
export type MentionSign = "/" | "@";

/** One thing a composer offers behind a sign. */
export interface Mention {
  id: string;
  label: string;
  /** What tells it from others of its name. */
  detail?: string;
}

/**
 * What an area offers in a composer. Exported from `mentions.ts` of the area's folder, found by `npm run generate`; its heading
 * stands under `shared.mentions` of the area's texts, by its id.
 */
export interface MentionFinder {
  id: string;
  /** Place among the headings, ascending. */
  order: number;
  sign: MentionSign;
  /** What it is: composers that do something with this kind are offered it, others are not. */
  kind: string;
  /** Whoever looks holds one of these. */
  codes: readonly PermissionCode[];
  /** Things within the person's reach that the words name; without words, those used last. */
  find: (keyword: string | undefined, search: PaletteSearch) => Promise<Mention[]>;
}
