import { getTableColumns } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";

/** Columns of a table under their own names, to be selected or returned. */
export function columnsOf<T extends PgTable, Name extends keyof T["_"]["columns"] & string>(
  table: T,
  ...names: Name[]
): Pick<T["_"]["columns"], Name> {
  const all = getTableColumns(table);
  return Object.fromEntries(names.map((name) => [name, all[name]])) as Pick<T["_"]["columns"], Name>;
}
