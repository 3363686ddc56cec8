export const BASE_NAME_MAX = 60;
export const BASE_DESCRIPTION_MAX = 500;
/** People, roles and departments one base is shown to. */
export const GRANTS_MAX = 200;
/** Bases of one owner, those in the trash counted. */
export const BASES_MAX = 500;
/** spec 9. */
export const SHORTCUTS_MAX = 8;
/** Pictures a base can carry; the screen draws them. */
export const BASE_ICONS = [
  "book",
  "folder",
  "shield",
  "chart",
  "graduation",
  "briefcase",
  "wrench",
  "scale",
  "globe",
  "code",
  "users",
  "flask",
] as const;
export type BaseIcon = (typeof BASE_ICONS)[number];
export const BASE_SORTS = ["updated", "created", "name"] as const;
