import type { LicenceState } from "@/lib/licence/state";

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
export type CheckState = "done" | "missing" | "warning" | "error";

export interface FindingDto {
  name: CheckName;
  state: CheckState;
  /** Which of the check's texts; the state's own when unset. */
  variant?: string;
  args: Record<string, number | string>;
  /** Where to do something about it; null for people who may not open it. */
  href: string | null;
}

export interface AboutDto {
  product: string;
  version: string;
  database: "pglite" | "postgres";
  licence: LicenceState;
  licensee: string | null;
  instance: string;
  requestId: string;
}

/** Today, for people who may read reports. */
export interface TodayDto {
  people: number;
  questions: number;
  calls: number;
  failed: number;
  tokens: number;
}
