import { and, desc, eq, gte, ilike, inArray, isNull, like, lt, lte, or, type SQL, sql } from "drizzle-orm";
import type { PgSelect } from "drizzle-orm/pg-core";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { likePattern } from "../../like";
import { operationLogs } from "../../schema/operation-log";
import { users } from "../../schema/organisation";

export interface OperationFilter {
  from?: Date;
  to?: Date;
  actorId?: string;
  /** `model.supplier.create`, or an area with all it holds: `model`. */
  action?: string;
  result?: "success" | "refused" | "failed";
  targetType?: string;
  targetId?: string;
  address?: string;
  /** Part of an account or a target's name, literally; or a whole target's or request's id. */
  keyword?: string;
}

const columns = {
  ...columnsOf(operationLogs, "id", "actorId", "actorAccount"),
  actorName: users.name,
  ...columnsOf(operationLogs, "action", "targetType", "targetId", "targetName", "result", "code"),
  ...columnsOf(operationLogs, "address", "userAgent", "requestId", "createdAt", "sealedNo"),
};

/** Ids carry their time, and rows of a moment get theirs within it: this far apart at most, milliseconds. */
const ID_SLACK_MS = 3_600_000;

/** The lowest UUIDv7 of a moment: a span of time becomes a span of the primary key. */
function idAt(ms: number): string {
  const hex = Math.max(0, Math.floor(ms)).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`;
}

function matching({ from, to, action, keyword, ...filter }: OperationFilter): (SQL | undefined)[] {
  const pattern = keyword && likePattern(keyword);
  return [
    from && and(gte(operationLogs.createdAt, from), gte(operationLogs.id, idAt(from.getTime() - ID_SLACK_MS))),
    to && and(lte(operationLogs.createdAt, to), lte(operationLogs.id, idAt(to.getTime() + ID_SLACK_MS))),
    filter.actorId ? eq(operationLogs.actorId, filter.actorId) : undefined,
    action ? or(eq(operationLogs.action, action), like(operationLogs.action, `${likePrefix(action)}.%`)) : undefined,
    filter.result ? eq(operationLogs.result, filter.result) : undefined,
    filter.targetType ? eq(operationLogs.targetType, filter.targetType) : undefined,
    filter.targetId ? eq(operationLogs.targetId, filter.targetId) : undefined,
    filter.address ? eq(operationLogs.address, filter.address) : undefined,
    pattern
      ? or(
          ilike(operationLogs.actorAccount, pattern),
          ilike(operationLogs.targetName, pattern),
          eq(operationLogs.targetId, keyword),
          eq(operationLogs.requestId, keyword),
        )
      : undefined,
  ];
}

const likePrefix = (text: string) => likePattern(text).slice(1, -1);

interface OperationPage {
  /** The last id above. */
  before?: string;
  limit: number;
}

/** A page, newest first (ids sort by time). */
function newest<Rows extends PgSelect>(rows: Rows, filter: OperationFilter, { before, limit }: OperationPage) {
  return rows
    .where(and(...matching(filter), before ? lt(operationLogs.id, before) : undefined))
    .orderBy(desc(operationLogs.id))
    .limit(limit);
}

/** A page of the operation log. */
export function listOperations(db: Queryable, filter: OperationFilter, page: OperationPage) {
  const rows = db.select(columns).from(operationLogs).leftJoin(users, eq(users.id, operationLogs.actorId));
  return newest(rows.$dynamic(), filter, page);
}

/** The same with what was before and after, for a file. */
export function listWholeOperations(db: Queryable, filter: OperationFilter, page: OperationPage) {
  const rows = db
    .select({ ...columns, before: operationLogs.before, after: operationLogs.after })
    .from(operationLogs)
    .leftJoin(users, eq(users.id, operationLogs.actorId));
  return newest(rows.$dynamic(), filter, page);
}

/** How many rows a filter leaves, counted to `most` at most. */
export async function countOperations(db: Queryable, filter: OperationFilter, most: number) {
  const some = db
    .select({ one: sql`1` })
    .from(operationLogs)
    .where(and(...matching(filter)))
    .limit(most)
    .as("some");
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(some);
  return row?.count ?? 0;
}

export async function findOperation(db: Queryable, id: string) {
  const [row] = await db
    .select({
      ...columns,
      ...columnsOf(operationLogs, "before", "after", "sealedHash"),
    })
    .from(operationLogs)
    .leftJoin(users, eq(users.id, operationLogs.actorId))
    .where(eq(operationLogs.id, id));
  return row ?? null;
}

/** People for the filter: found by a word, or by their ids. Who is gone is in the log all the same. */
export function listLogPeople(db: Queryable, by: { keyword?: string; id?: string }, limit: number) {
  const pattern = by.keyword && likePattern(by.keyword);
  return db
    .select({ id: users.id, name: users.name, account: users.account })
    .from(users)
    .where(
      by.id
        ? inArray(users.id, [by.id])
        : and(
            isNull(users.anonymizedAt),
            pattern ? or(ilike(users.name, pattern), ilike(users.account, pattern)) : undefined,
          ),
    )
    .orderBy(users.name, users.id)
    .limit(limit);
}
