/** The checks of the overview, in the order they are shown; texts are `preview.check.<name>`. */
export const CHECKS = [
  "models",
  "defaults",
  "people",
  "departments",
  "roles",
  "terms",
  "licence",
  "mail",
  "backups",
  "factors",
  "health",
  "jobs",
  "chain",
  "logins",
  "keys",
  "disk",
  "database",
] as const;
export type CheckName = (typeof CHECKS)[number];

/** `missing`: nothing is wrong, but something is not set up yet. */
export const CHECK_STATES = ["done", "missing", "warning", "error"] as const;
export type CheckState = (typeof CHECK_STATES)[number];
