import { and, between, eq, or, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Split } from "@/lib/config/day-range";

/** Rows of whole months and of the days around them: each day once. `first` is the day a row begins at. */
export function inWindow(grain: PgColumn, first: PgColumn, { months, days }: Split): SQL | undefined {
  return or(
    months ? and(eq(grain, "month"), between(first, months.from, months.to)) : undefined,
    ...days.map(({ from, to }) => and(eq(grain, "day"), between(first, from, to))),
  );
}
