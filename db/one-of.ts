import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** Written out here: the driver escapes each element, which takes longer for thousands than finding their rows. */
const list = (ids: readonly string[]) => sql`${sql.param(`{${ids.join(",")}}`)}::uuid[]`;

/** A column is one of many ids, of which an index finds the rows. One parameter carries them all, where `in` takes one each. */
export const anyOf = (column: SQLWrapper, ids: readonly string[]): SQL => sql`${column} = any(${list(ids)})`;

/**
 * As `anyOf`, for rows another condition has found: each is looked up in a hash, where `any` goes through the whole list. Behind
 * the `or` it is nothing an index would be taken for.
 */
export const isOneOf = (column: SQLWrapper, ids: readonly string[]): SQL =>
  sql`(${false}::boolean or ${column} in (select unnest(${list(ids)})))`;
