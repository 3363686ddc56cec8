import { and, asc, eq, inArray, isNull, or } from "drizzle-orm";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { searchSources } from "../../schema/search";

/** Sources a person may search: the organisation's and their own; of these those named. */
export function listUsableSources(db: Queryable, userId: string, ids: readonly string[] | null) {
  if (ids?.length === 0) return Promise.resolve([]);
  return db
    .select(columnsOf(searchSources, "id", "name", "domains", "ownerId"))
    .from(searchSources)
    .where(
      and(
        ids ? inArray(searchSources.id, [...ids]) : undefined,
        isNull(searchSources.deletedAt),
        or(isNull(searchSources.ownerId), eq(searchSources.ownerId, userId)),
      ),
    )
    .orderBy(asc(searchSources.name), asc(searchSources.id));
}
