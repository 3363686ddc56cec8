import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgSelect } from "drizzle-orm/pg-core";
import type { Queryable } from "./client";

/** A page as callers ask for it, the first one is 1. */
export interface Page {
  page: number;
  pageSize: number;
}

/** The rows of one page of a list, and how many rows all its pages have. */
export async function pageOf<List extends PgSelect>(
  db: Queryable,
  list: List,
  { page, pageSize }: Page,
  ...orderBy: (SQL | PgColumn)[]
): Promise<{ rows: Awaited<List>; total: number }> {
  // Counted first: a builder is changed in place by what follows.
  const total = await db.$count(sql`${list} as listed`);
  const rows = await list
    .orderBy(...orderBy)
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  return { rows: rows as Awaited<List>, total };
}
