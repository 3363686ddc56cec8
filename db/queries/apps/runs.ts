import { and, asc, count, desc, eq, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import { OPEN_RUNS, type RunStatus, type StepStatus } from "@/lib/config/app-runs";
import type { Queryable, Transaction } from "../../client";
import { appRunSteps, appRuns, appRunWaits, apps, appVersions } from "../../schema/apps";
import { users } from "../../schema/organisation";

export type RunRow = typeof appRuns.$inferSelect;
export type StepRow = typeof appRunSteps.$inferSelect;
export type WaitRow = typeof appRunWaits.$inferSelect;

/** What is written of a step; what is not named stands at its beginning. */
export interface StepWrite extends Pick<StepRow, "stepId" | "nodeId" | "status" | "attempts" | "startedAt"> {
  input?: unknown;
  output?: unknown;
  handle?: string | null;
  failure?: string | null;
  failureArgs?: Record<string, string | number>;
  failureDetail?: string;
  isCached?: boolean;
  isSimulated?: boolean;
  inputTokens?: number;
  outputTokens?: number;
  costMicros?: number;
  currency?: string | null;
  endedAt?: Date | null;
}

/** False where the caller's key has begun one already. */
export async function insertRun(tx: Queryable, row: typeof appRuns.$inferInsert): Promise<boolean> {
  const made = await tx.insert(appRuns).values(row).onConflictDoNothing().returning({ id: appRuns.id });
  return made.length > 0;
}

export async function findRunByKey(db: Queryable, userId: string, key: string): Promise<string | null> {
  const [row] = await db
    .select({ id: appRuns.id })
    .from(appRuns)
    .where(and(eq(appRuns.userId, userId), eq(appRuns.idempotencyKey, key)));
  return row?.id ?? null;
}

/** A run with its app, whoever it is of: the caller looks whether it may be seen. */
export async function findRun(db: Queryable, id: string) {
  const [row] = await db
    .select({
      run: appRuns,
      appName: apps.name,
      ownerId: apps.ownerId,
      userName: users.name,
      userAccount: users.account,
      settings: appVersions.settings,
    })
    .from(appRuns)
    .innerJoin(apps, eq(apps.id, appRuns.appId))
    .innerJoin(users, eq(users.id, appRuns.userId))
    .leftJoin(appVersions, and(eq(appVersions.appId, appRuns.appId), eq(appVersions.version, appRuns.version)))
    .where(eq(appRuns.id, id));
  return row ?? null;
}
export type FoundRun = NonNullable<Awaited<ReturnType<typeof findRun>>>;

/** The run, kept as it is until the transaction ends. */
export async function lockRun(tx: Transaction, id: string): Promise<RunRow | null> {
  const [row] = await tx.select().from(appRuns).where(eq(appRuns.id, id)).for("update");
  return row ?? null;
}

export async function updateRun(db: Queryable, id: string, change: Partial<typeof appRuns.$inferInsert>) {
  await db.update(appRuns).set(change).where(eq(appRuns.id, id));
}

/** The same while the run is open; false where it has ended. */
export async function updateOpenRun(
  db: Queryable,
  id: string,
  change: Partial<Omit<typeof appRuns.$inferInsert, "workedMs">> & { workedMs?: SQL },
): Promise<boolean> {
  const rows = await db
    .update(appRuns)
    .set(change)
    .where(and(eq(appRuns.id, id), inArray(appRuns.status, [...OPEN_RUNS])))
    .returning({ id: appRuns.id });
  return rows.length > 0;
}

export const moreWork = (ms: number): SQL => sql`${appRuns.workedMs} + ${Math.round(ms)}`;

/** Tokens and money of a run as its steps say. */
export async function sumSteps(db: Queryable, runId: string) {
  const [row] = await db
    .select({
      inputTokens: sql<number>`coalesce(sum(${appRunSteps.inputTokens}), 0)::float8`,
      outputTokens: sql<number>`coalesce(sum(${appRunSteps.outputTokens}), 0)::float8`,
      costMicros: sql<number>`coalesce(sum(${appRunSteps.costMicros}), 0)::float8`,
      currency: sql<string | null>`max(${appRunSteps.currency})`,
    })
    .from(appRunSteps)
    .where(and(eq(appRunSteps.runId, runId), eq(appRunSteps.isCached, false)));
  return row!;
}

/** Runs of an app, the newest first; `userId`: of one person. */
export async function listRuns(
  db: Queryable,
  appId: string,
  { userId, status, keyword }: { userId?: string; status?: RunStatus; keyword?: string },
  page: { limit: number; offset: number },
) {
  const where = and(
    eq(appRuns.appId, appId),
    userId ? eq(appRuns.userId, userId) : undefined,
    status ? eq(appRuns.status, status) : undefined,
    keyword ? sql`${users.name} ilike ${`%${keyword.replace(/[\\%_]/g, "\\$&")}%`}` : undefined,
  );
  const rows = await db
    .select({ run: { ...lightColumns }, appName: apps.name, ownerId: apps.ownerId, userName: users.name })
    .from(appRuns)
    .innerJoin(apps, eq(apps.id, appRuns.appId))
    .innerJoin(users, eq(users.id, appRuns.userId))
    .where(where)
    .orderBy(desc(appRuns.createdAt), desc(appRuns.id))
    .limit(page.limit)
    .offset(page.offset);
  const [counted] = await db
    .select({ total: count() })
    .from(appRuns)
    .innerJoin(users, eq(users.id, appRuns.userId))
    .where(where);
  return { rows, total: counted?.total ?? 0 };
}

const lightColumns = {
  id: appRuns.id,
  appId: appRuns.appId,
  userId: appRuns.userId,
  trigger: appRuns.trigger,
  version: appRuns.version,
  status: appRuns.status,
  inputs: appRuns.inputs,
  text: appRuns.text,
  createdAt: appRuns.createdAt,
  endedAt: appRuns.endedAt,
  inputTokens: appRuns.inputTokens,
  outputTokens: appRuns.outputTokens,
  costMicros: appRuns.costMicros,
  currency: appRuns.currency,
};

/** Steps of a run in the order they began; of many the first ones. What a container's rounds gave, by its id and a number, is none. */
export function listSteps(db: Queryable, runId: string, limit: number): Promise<StepRow[]> {
  return db
    .select()
    .from(appRunSteps)
    .where(and(eq(appRunSteps.runId, runId), sql`right('.' || step_id, length(node_id) + 1) = '.' || node_id`))
    .orderBy(asc(appRunSteps.startedAt), asc(appRunSteps.stepId))
    .limit(limit);
}

export async function findStep(db: Queryable, runId: string, stepId: string): Promise<StepRow | null> {
  const [row] = await db
    .select()
    .from(appRunSteps)
    .where(and(eq(appRunSteps.runId, runId), eq(appRunSteps.stepId, stepId)));
  return row ?? null;
}

/** Steps a run goes on behind: what they gave, and not what they were given. */
export function loadSteps(db: Queryable, runId: string) {
  const { input: _, ...columns } = stepColumns;
  return db.select(columns).from(appRunSteps).where(eq(appRunSteps.runId, runId));
}
export type KnownStep = Awaited<ReturnType<typeof loadSteps>>[number];

const stepColumns = {
  stepId: appRunSteps.stepId,
  nodeId: appRunSteps.nodeId,
  status: appRunSteps.status,
  attempts: appRunSteps.attempts,
  input: appRunSteps.input,
  output: appRunSteps.output,
  handle: appRunSteps.handle,
  failure: appRunSteps.failure,
  failureArgs: appRunSteps.failureArgs,
  failureDetail: appRunSteps.failureDetail,
  inputTokens: appRunSteps.inputTokens,
  outputTokens: appRunSteps.outputTokens,
};

/**
 * Writes steps of a run in one statement, while `held` stands for a row; what a step is given is kept where a later write
 * does not name it.
 */
export function stepsStatement(runId: string, steps: readonly StepWrite[], held: SQL): SQL {
  const rows = steps.map((step) => ({
    step_id: step.stepId,
    node_id: step.nodeId,
    status: step.status satisfies StepStatus,
    attempts: step.attempts,
    input: step.input ?? null,
    output: step.output ?? null,
    handle: step.handle ?? null,
    failure: step.failure ?? null,
    failure_args: step.failureArgs ?? {},
    failure_detail: step.failureDetail ?? "",
    is_cached: step.isCached ?? false,
    is_simulated: step.isSimulated ?? false,
    input_tokens: step.inputTokens ?? 0,
    output_tokens: step.outputTokens ?? 0,
    cost_micros: step.costMicros ?? 0,
    currency: step.currency ?? null,
    started_at: step.startedAt.toISOString(),
    ended_at: step.endedAt?.toISOString() ?? null,
  }));
  return sql`
    with held as ${held}
    insert into app_run_steps (run_id, step_id, node_id, status, attempts, input, output, handle, failure, failure_args,
      failure_detail, is_cached, is_simulated, input_tokens, output_tokens, cost_micros, currency, started_at, ended_at)
    select ${runId}::uuid, t.* from held, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(step_id text, node_id text,
      status text, attempts int, input jsonb, output jsonb, handle text, failure text, failure_args jsonb,
      failure_detail text, is_cached boolean, is_simulated boolean, input_tokens bigint, output_tokens bigint,
      cost_micros bigint, currency text, started_at timestamptz, ended_at timestamptz)
    on conflict (run_id, step_id) do update set status = excluded.status, attempts = excluded.attempts,
      input = coalesce(excluded.input, app_run_steps.input), output = excluded.output, handle = excluded.handle,
      failure = excluded.failure, failure_args = excluded.failure_args, failure_detail = excluded.failure_detail,
      is_cached = excluded.is_cached, is_simulated = excluded.is_simulated, input_tokens = excluded.input_tokens,
      output_tokens = excluded.output_tokens, cost_micros = excluded.cost_micros, currency = excluded.currency,
      ended_at = excluded.ended_at
    returning 1`;
}

export async function updateStep(
  tx: Queryable,
  runId: string,
  stepId: string,
  change: Partial<typeof appRunSteps.$inferInsert>,
) {
  await tx
    .update(appRunSteps)
    .set(change)
    .where(and(eq(appRunSteps.runId, runId), eq(appRunSteps.stepId, stepId)));
}

/** What failed or was under way in a run that is begun again goes; what waits stays. */
export async function removeUnfinishedSteps(tx: Transaction, runId: string) {
  await tx
    .delete(appRunSteps)
    .where(and(eq(appRunSteps.runId, runId), inArray(appRunSteps.status, ["failed"]), isNull(appRunSteps.handle)));
}

export async function countWaitingSteps(tx: Queryable, runId: string): Promise<number> {
  const [row] = await tx
    .select({ total: count() })
    .from(appRunSteps)
    .where(and(eq(appRunSteps.runId, runId), eq(appRunSteps.status, "waiting")));
  return row?.total ?? 0;
}

export async function putWait(tx: Queryable, row: typeof appRunWaits.$inferInsert) {
  const { runId: _, stepId: __, ...set } = row;
  await tx
    .insert(appRunWaits)
    .values(row)
    .onConflictDoUpdate({
      target: [appRunWaits.runId, appRunWaits.stepId],
      set: { ...set, answeredAt: null, answeredById: null },
    });
}

export function listWaits(db: Queryable, runId: string): Promise<(WaitRow & { assigneeName: string | null })[]> {
  return db
    .select({ ...waitColumns, assigneeName: users.name })
    .from(appRunWaits)
    .leftJoin(users, eq(users.id, appRunWaits.assigneeId))
    .where(and(eq(appRunWaits.runId, runId), isNull(appRunWaits.answeredAt)));
}

const waitColumns = {
  runId: appRunWaits.runId,
  stepId: appRunWaits.stepId,
  kind: appRunWaits.kind,
  subject: appRunWaits.subject,
  text: appRunWaits.text,
  assigneeId: appRunWaits.assigneeId,
  dueAt: appRunWaits.dueAt,
  remindAt: appRunWaits.remindAt,
  answeredAt: appRunWaits.answeredAt,
  answeredById: appRunWaits.answeredById,
  createdAt: appRunWaits.createdAt,
};

/** An open wait, kept as it is until the transaction ends: of two answers one counts. */
export async function lockWait(tx: Transaction, runId: string, stepId: string): Promise<WaitRow | null> {
  const [row] = await tx
    .select()
    .from(appRunWaits)
    .where(and(eq(appRunWaits.runId, runId), eq(appRunWaits.stepId, stepId), isNull(appRunWaits.answeredAt)))
    .for("update");
  return row ?? null;
}

export async function updateWait(
  tx: Queryable,
  runId: string,
  stepId: string,
  change: Partial<typeof appRunWaits.$inferInsert>,
) {
  await tx
    .update(appRunWaits)
    .set(change)
    .where(and(eq(appRunWaits.runId, runId), eq(appRunWaits.stepId, stepId)));
}

/** Nothing of a run that has ended is asked any more. */
export async function closeWaits(tx: Queryable, runId: string) {
  await tx
    .update(appRunWaits)
    .set({ answeredAt: new Date() })
    .where(and(eq(appRunWaits.runId, runId), isNull(appRunWaits.answeredAt)));
}

/** What a person is asked by runs, the oldest first. */
export function listWaitsOf(db: Queryable, userId: string, limit: number) {
  const askers = users;
  return db
    .select({
      runId: appRunWaits.runId,
      stepId: appRunWaits.stepId,
      subject: appRunWaits.subject,
      dueAt: appRunWaits.dueAt,
      createdAt: appRunWaits.createdAt,
      kind: appRunWaits.kind,
      appId: apps.id,
      appName: apps.name,
      askerId: askers.id,
      askerName: askers.name,
    })
    .from(appRunWaits)
    .innerJoin(appRuns, eq(appRuns.id, appRunWaits.runId))
    .innerJoin(apps, eq(apps.id, appRuns.appId))
    .innerJoin(askers, eq(askers.id, appRuns.userId))
    .where(and(eq(appRunWaits.assigneeId, userId), isNull(appRunWaits.answeredAt)))
    .orderBy(asc(appRunWaits.createdAt))
    .limit(limit);
}

/** Open waits whose time is over, or whose reminder is due. */
export async function listDueWaits(db: Queryable, now: Date, limit: number) {
  const open = isNull(appRunWaits.answeredAt);
  const [over, reminded] = await Promise.all([
    db
      .select(waitColumns)
      .from(appRunWaits)
      .where(and(open, lt(appRunWaits.dueAt, now)))
      .limit(limit),
    db
      .select(waitColumns)
      .from(appRunWaits)
      .where(and(open, lt(appRunWaits.remindAt, now)))
      .limit(limit),
  ]);
  return { over, reminded };
}

/** Runs that ended before a moment go, with their steps. */
export async function removeOldRuns(db: Queryable, before: Date, limit: number): Promise<number> {
  const old = db.select({ id: appRuns.id }).from(appRuns).where(lt(appRuns.endedAt, before)).limit(limit);
  const gone = await db.delete(appRuns).where(inArray(appRuns.id, old)).returning({ id: appRuns.id });
  return gone.length;
}

/** Runs of a person that are under way or wait. */
export async function countOpenRuns(db: Queryable, userId: string): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(appRuns)
    .where(and(eq(appRuns.userId, userId), inArray(appRuns.status, [...OPEN_RUNS])));
  return row?.total ?? 0;
}

/** Whether a run asked a person something, answered or not. */
export async function wasAsked(db: Queryable, runId: string, userId: string): Promise<boolean> {
  const [row] = await db
    .select({ stepId: appRunWaits.stepId })
    .from(appRunWaits)
    .where(and(eq(appRunWaits.runId, runId), eq(appRunWaits.assigneeId, userId)))
    .limit(1);
  return row !== undefined;
}

/** What a person had workflows do, for the archive of their own data. */
export function listOwnRuns(db: Queryable, userId: string) {
  const { id, status, inputs, text, files, output, createdAt, endedAt } = appRuns;
  return db
    .select({ id, app: apps.name, status, inputs, text, files, output, createdAt, endedAt })
    .from(appRuns)
    .innerJoin(apps, eq(apps.id, appRuns.appId))
    .where(eq(appRuns.userId, userId))
    .orderBy(asc(appRuns.createdAt));
}
