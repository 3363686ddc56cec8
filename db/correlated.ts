import { type SQL, sql } from "drizzle-orm";

/**
 * A subquery that names columns of the query around it. Drizzle leaves the table's name out of columns that stand directly
 * in a field of a select from one table (and of `returning`), so that `runs.session_id = chat_sessions.id` would become
 * `"session_id" = "id"`, which compares two columns of the inner table. One level deeper they keep it.
 */
export function correlated<T>(subquery: SQL<T>): SQL<T> {
  return sql<T>`${subquery}`;
}
