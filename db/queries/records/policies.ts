import { and, asc, eq, inArray, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { chatSessions } from "../../schema/conversation";
import { requestLogs } from "../../schema/gateway";
import { departments } from "../../schema/organisation";
import { recordPolicies, recordReads } from "../../schema/records";
import { reviewHits } from "../../schema/review";

const columns = columnsOf(recordPolicies, "departmentId", "retentionDays", "mayDelete", "adminAccess");

/** A column of the policy nearest above a department, its own included; null where nobody set one. */
function nearest(column: SQL, path: SQL): SQL {
  return sql`(select ${column} from record_policies rule join departments place on place.id = rule.department_id
    where ${path} like place.path || '%' order by length(place.path) desc limit 1)`;
}

/** Departments whose conversations administrators may read in words (spec B8). */
export const contentDepartments: SQL = sql`(select unit.id from departments unit
  where ${nearest(sql`rule.admin_access`, sql`unit.path`)} = 'content')`;

/** The policy that holds for a department by its path; null is the product's own. */
export async function findPolicyFor(db: Queryable, departmentPath: string) {
  if (!departmentPath) return null;
  const [row] = await db
    .select({ ...columns, departmentName: departments.name })
    .from(recordPolicies)
    .innerJoin(departments, eq(departments.id, recordPolicies.departmentId))
    .where(sql`${departmentPath} like ${departments.path} || '%'`)
    .orderBy(sql`length(${departments.path}) desc`)
    .limit(1);
  return row ?? null;
}

/** Policies that were set, each with its department. */
export function listPolicies(db: Queryable) {
  return db.select(columns).from(recordPolicies).orderBy(asc(recordPolicies.departmentId)).limit(20_000);
}

export async function findPolicy(db: Queryable, departmentId: string) {
  const [row] = await db.select(columns).from(recordPolicies).where(eq(recordPolicies.departmentId, departmentId));
  return row ?? null;
}

export async function savePolicy(db: Queryable, row: typeof recordPolicies.$inferInsert): Promise<void> {
  const { retentionDays, mayDelete, adminAccess } = row;
  await db
    .insert(recordPolicies)
    .values(row)
    .onConflictDoUpdate({
      target: recordPolicies.departmentId,
      set: { retentionDays, mayDelete, adminAccess, updatedAt: new Date() },
    });
}

export async function removePolicy(db: Queryable, departmentId: string): Promise<void> {
  await db.delete(recordPolicies).where(eq(recordPolicies.departmentId, departmentId));
}

/** Conversations whose department's days are over, some of them; one that is being answered waits. */
export async function listExpiredSessions(db: Queryable, limit: number): Promise<string[]> {
  const result = await db.execute<{ id: string }>(sql`
    select session.id from chat_sessions session
    join users owner on owner.id = session.user_id
    join departments unit on unit.id = owner.department_id
    cross join lateral (select ${nearest(sql`rule.retention_days`, sql`unit.path`)} as days) kept
    where kept.days is not null and session.last_message_at < now() - make_interval(days => kept.days)
      and not exists (select 1 from runs where runs.session_id = session.id and runs.status = 'running')
    limit ${limit}`);
  return result.rows.map(({ id }) => id);
}

/** Conversations that were deleted before a moment, some of them. */
export async function listDeletedSessions(db: Queryable, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: chatSessions.id })
    .from(chatSessions)
    .where(and(isNotNull(chatSessions.deletedAt), lt(chatSessions.deletedAt, before)))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Words that are kept beside conversations: of logged calls, and the audit copies of review rules. */
const COPIES = {
  requestLogs: { table: sql`request_logs`, content: sql`content_cipher` },
  reviewHits: { table: sql`review_hits`, content: sql`content` },
};

/** Removes words whose person's department keeps words no longer, some of them; answers how many. */
export async function dropExpiredContent(db: Queryable, of: keyof typeof COPIES, limit: number): Promise<number> {
  const { table, content } = COPIES[of];
  const result = await db.execute(sql`
    update ${table} set ${content} = null where id in (
      select log.id from ${table} log
      join users owner on owner.id = log.user_id
      join departments unit on unit.id = owner.department_id
      cross join lateral (select ${nearest(sql`rule.retention_days`, sql`unit.path`)} as days) kept
      where log.${content} is not null and kept.days is not null
        and log.created_at < now() - make_interval(days => kept.days)
      limit ${limit})`);
  return result.rowCount ?? 0;
}

/**
 * Removes conversations with messages, runs and shares, and what the request log and review rules kept of their words; who read them stays,
 * without the title.
 */
export async function purgeSessions(db: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(recordReads)
    .set({ title: "" })
    .where(inArray(recordReads.sessionId, [...ids]));
  await db
    .update(requestLogs)
    .set({ contentCipher: null })
    .where(and(inArray(requestLogs.sessionId, [...ids]), isNotNull(requestLogs.contentCipher)));
  await db
    .update(reviewHits)
    .set({ content: null })
    .where(and(inArray(reviewHits.sessionId, [...ids]), isNotNull(reviewHits.content)));
  await db.delete(chatSessions).where(inArray(chatSessions.id, [...ids]));
}
