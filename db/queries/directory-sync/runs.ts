import { and, asc, desc, eq, exists, ilike, inArray, isNull, lt, ne, notInArray, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { SyncAction, SyncStatus } from "../../../lib/config/channel-kinds";
import type { Queryable, Transaction } from "../../client";
import { columnsOf } from "../../columns";
import { likePattern } from "../../like";
import { type Page, pageOf } from "../../page";
import { syncItems, syncRuns } from "../../schema/directory-sync";
import { loginChannels } from "../../schema/login-channels";
import { users } from "../../schema/organisation";
import { tasks } from "../../schema/tasks";
import { openTaskOf } from "../tasks/tasks";

export type SyncItemRow = typeof syncItems.$inferSelect;
export type NewSyncItem = typeof syncItems.$inferInsert;

const columns = {
  ...columnsOf(syncRuns, "id", "channelId", "status", "trigger", "actorId"),
  actorName: users.name,
  ...columnsOf(syncRuns, "summary", "total", "done", "needsReview", "failure"),
  ...columnsOf(syncRuns, "channelVersion", "createdAt", "updatedAt", "finishedAt"),
  /** Of the task under way; null while there is none. */
  taskId: tasks.id,
  /** People read so far, while the directory is read. */
  read: sql<number | null>`case when ${tasks.kind} = 'syncRead' then ${tasks.done} end`,
};

/** Null when the channel is at work already: one open run a channel. */
export async function insertSyncRun(db: Queryable, row: typeof syncRuns.$inferInsert): Promise<string | null> {
  const [made] = await db.insert(syncRuns).values(row).onConflictDoNothing().returning({ id: syncRuns.id });
  return made?.id ?? null;
}

function selectRuns(db: Queryable) {
  return db
    .select(columns)
    .from(syncRuns)
    .leftJoin(users, eq(users.id, syncRuns.actorId))
    .leftJoin(tasks, openTaskOf(syncRuns.id, "syncRead", "syncApply"))
    .$dynamic();
}

export async function findSyncRun(db: Queryable, id: string) {
  const [row] = await selectRuns(db).where(eq(syncRuns.id, id));
  return row ?? null;
}
export type SyncRunRow = NonNullable<Awaited<ReturnType<typeof findSyncRun>>>;

export function listSyncRuns(db: Queryable, channelId: string, page: Page) {
  const list = selectRuns(db).where(eq(syncRuns.channelId, channelId));
  return pageOf(db, list, page, desc(syncRuns.createdAt), desc(syncRuns.id));
}

/** The latest runs of the schedule, newest first. */
export function listScheduledRuns(db: Queryable, channelId: string, limit: number) {
  return db
    .select(columnsOf(syncRuns, "id", "failure", "needsReview", "createdAt"))
    .from(syncRuns)
    .where(and(eq(syncRuns.channelId, channelId), eq(syncRuns.trigger, "schedule")))
    .orderBy(desc(syncRuns.createdAt), desc(syncRuns.id))
    .limit(limit);
}

type RunPatch = Partial<
  Pick<
    typeof syncRuns.$inferInsert,
    "status" | "actorId" | "summary" | "total" | "done" | "needsReview" | "failure" | "finishedAt"
  >
>;

/** Changes a run that is in one of these states; false when it is in none of them any more. Its row stays locked. */
export async function changeSyncRun(
  db: Queryable,
  id: string,
  from: readonly SyncStatus[],
  patch: RunPatch,
): Promise<boolean> {
  const { rowCount } = await db
    .update(syncRuns)
    .set(patch)
    .where(and(eq(syncRuns.id, id), inArray(syncRuns.status, [...from])));
  return rowCount !== 0;
}

/** Makes others who work on a run wait until the transaction ends; null when it is gone. */
export async function lockSyncRun(tx: Transaction, id: string) {
  const [row] = await tx
    .select({ status: syncRuns.status, done: syncRuns.done, summary: syncRuns.summary })
    .from(syncRuns)
    .where(eq(syncRuns.id, id))
    .for("update");
  return row ?? null;
}

/** What was planned before and not carried out makes room for the next plan. */
export async function supersedePlans(db: Queryable, channelId: string): Promise<void> {
  await db
    .update(syncRuns)
    .set({ status: "cancelled", finishedAt: new Date() })
    .where(and(eq(syncRuns.channelId, channelId), eq(syncRuns.status, "planned")));
}

const ITEMS_AT_ONCE = 1000;

/** Writes a plan in the place of any earlier one of the run. */
export async function replaceSyncItems(tx: Transaction, runId: string, rows: readonly NewSyncItem[]): Promise<void> {
  await tx.delete(syncItems).where(eq(syncItems.runId, runId));
  for (let at = 0; at < rows.length; at += ITEMS_AT_ONCE) {
    await tx.insert(syncItems).values(rows.slice(at, at + ITEMS_AT_ONCE));
  }
}

export interface SyncItemFilter {
  subject?: "user" | "department";
  action?: SyncAction;
  state?: SyncItemRow["state"];
  keyword?: string;
}

function matching(runId: string, { subject, action, state, keyword }: SyncItemFilter): SQL | undefined {
  const pattern = keyword && likePattern(keyword);
  return and(
    eq(syncItems.runId, runId),
    subject && eq(syncItems.subject, subject),
    action && eq(syncItems.action, action),
    state && eq(syncItems.state, state),
    pattern ? or(ilike(syncItems.name, pattern), ilike(syncItems.account, pattern)) : undefined,
  );
}

export function listSyncItems(db: Queryable, runId: string, filter: SyncItemFilter, page: Page) {
  const list = db.select().from(syncItems).where(matching(runId, filter)).$dynamic();
  return pageOf(db, list, page, asc(syncItems.no));
}

/** The next lines nobody has carried out, in their order. */
export function listOpenItems(db: Queryable, runId: string, limit: number) {
  return db
    .select()
    .from(syncItems)
    .where(and(eq(syncItems.runId, runId), eq(syncItems.state, "planned"), ne(syncItems.action, "conflict")))
    .orderBy(asc(syncItems.no))
    .limit(limit);
}

export interface ItemEnd {
  no: number;
  targetId: string | null;
  reason: string | null;
  state: "done" | "failed";
  after: Record<string, unknown> | null;
}

/** Says of lines what became of them, in one statement. */
export async function endSyncItems(db: Queryable, runId: string, ends: readonly ItemEnd[]): Promise<void> {
  if (ends.length === 0) return;
  await db.execute(sql`update ${syncItems} set target_id = v.target_id, reason = v.reason, state = v.state, after = v.after
    from unnest(${sql.param(ends.map(({ no }) => no))}::int[], ${sql.param(ends.map((end) => end.targetId))}::uuid[],
      ${sql.param(ends.map(({ reason }) => reason))}::text[], ${sql.param(ends.map(({ state }) => state))}::text[],
      ${sql.param(ends.map(({ after }) => (after ? JSON.stringify(after) : null)))}::jsonb[])
      as v (no, target_id, reason, state, after)
    where ${syncItems.runId} = ${runId} and ${syncItems.no} = v.no`);
}

/**
 * Whom or what a sync of the channel closed, with the time of change it left behind: as long as that is the row's own,
 * nobody has changed it since.
 */
export async function listClosedBySync(db: Queryable, channelId: string, subject: "user" | "department") {
  const rows = await db
    .select({ targetId: syncItems.targetId, since: sql<string | null>`${syncItems.after}->>'since'` })
    .from(syncItems)
    .innerJoin(syncRuns, eq(syncRuns.id, syncItems.runId))
    .where(
      and(
        eq(syncRuns.channelId, channelId),
        eq(syncItems.subject, subject),
        eq(syncItems.action, "disable"),
        eq(syncItems.state, "done"),
      ),
    );
  return new Set(rows.map(({ targetId, since }) => `${targetId} ${since}`));
}

/**
 * Old runs go: all but the newest `keep` of a channel, and what is older than `before`. A run that closed somebody who
 * is still closed stays: it is what lets the sync open them again.
 */
export async function removeOldRuns(db: Queryable, keep: number, before: Date): Promise<void> {
  const newer = alias(syncRuns, "newer");
  const rank = db
    .select({ count: sql<number>`count(*)` })
    .from(newer)
    .where(and(eq(newer.channelId, syncRuns.channelId), sql`${newer.id} > ${syncRuns.id}`));
  const stillCloses = db
    .select({ one: sql`1` })
    .from(syncItems)
    .innerJoin(users, eq(users.id, syncItems.targetId))
    .where(
      and(
        eq(syncItems.runId, syncRuns.id),
        eq(syncItems.action, "disable"),
        eq(syncItems.state, "done"),
        eq(users.status, "disabled"),
        isNull(users.anonymizedAt),
      ),
    );
  await db
    .delete(syncRuns)
    .where(
      and(
        notInArray(syncRuns.status, ["reading", "applying"]),
        or(lt(syncRuns.createdAt, before), sql`(${rank}) >= ${keep}`),
        sql`not ${exists(stillCloses)}`,
      ),
    );
}

/** Sets when and how a channel is read; nothing a handshake depends on, so its version stays. */
export async function updateChannelSync(db: Queryable, id: string, value: Record<string, unknown>): Promise<void> {
  await db.update(loginChannels).set({ sync: value }).where(eq(loginChannels.id, id));
}
