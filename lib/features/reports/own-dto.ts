import type { Named, SeriesPoint, StatementRow } from "./dto";
import type { Figures } from "./figures";
import type { Range } from "./period";

/** What one person used in a period; the same figures the console shows of them. */
export interface OwnUsageDto {
  range: Range;
  timeZone: string;
  currency: string;
  totals: Figures;
  totalsBefore: Figures;
  series: SeriesPoint[];
  apps: StatementRow[];
  models: StatementRow[];
}

export interface OwnLimit {
  /** `budget`: of the person; `shared`: of their department or one above it. */
  kind: "tokens" | "images" | "budget" | "shared";
  period: "day" | "month";
  /** Null is unlimited. */
  limit: number | null;
  /** With what running calls have reserved; null where only the share is the person's to know. */
  used: number | null;
  /** Part of one; null without a limit. */
  share: number | null;
  /** Calls of the period without a price: the share of a budget is too low by them; 0 for tokens and images. */
  unpriced: number;
  /** Names a shared budget's department. */
  name: string;
  currency: string | null;
  resetsAt: string;
}

export interface OwnLimitsDto {
  day: string;
  timeZone: string;
  currency: string;
  items: OwnLimit[];
  today: Figures;
  apps: (Named & { tokens: number; images: number })[];
}

/** A year of days, for the heat map. */
export interface OwnYearDto {
  range: Range;
  days: { day: string; tokens: number; calls: number }[];
}
