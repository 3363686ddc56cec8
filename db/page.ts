import { type SQL, sql } from "drizzle-orm";
import type { PgSelect } from "drizzle-orm/pg-core";
import type { Queryable } from "./client";

export interface Page {
  limit: number;
  offset: number;
}

/** The rows of one page of a list, and how many rows all its pages have. */
export async function pageOf<List extends PgSelect>(
  db: Queryable,
  list: List,
  { orderBy, limit, offset }: Page & { orderBy: SQL[] },
): Promise<{ rows: Awaited<List>; total: number }> {
  // Counted first: a builder is changed in place by what follows.
  const total = await db.$count(sql`${list} as listed`);
  const rows = await list
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset);
  return { rows: rows as Awaited<List>, total };
}
