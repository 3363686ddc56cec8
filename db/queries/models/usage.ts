import { and, eq, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { correlated } from "../../correlated";
import { executeHot } from "../../hot";
import { ROLL_UP, ROLLUP_LOCK } from "../../rollup-sql";
import { type Counter, instances, type USAGE_OUTCOMES, usageCounters, usageLedger } from "../../schema/models";

export interface Reservation {
  id: string;
  requestId: string;
  userId: string;
  departmentId: string | null;
  departmentPath: string;
  app: string;
  modelId: string;
  modelName: string;
  modelType: string;
  apiKeyId: string | null;
  sessionId: string | null;
  isQuestion: boolean;
  isOpening: boolean;
  instance: string;
  day: string;
  reservedTokens: number;
  counters: Counter[];
  /** When the call began. */
  createdAt: Date;
}

/** The body `admit_calls` takes; what is left out is null there. */
export function callBody(r: Reservation) {
  return {
    id: r.id,
    request_id: r.requestId,
    user_id: r.userId,
    department_id: r.departmentId ?? undefined,
    department_path: r.departmentPath,
    app: r.app,
    model_id: r.modelId,
    model_name: r.modelName,
    model_type: r.modelType,
    api_key_id: r.apiKeyId ?? undefined,
    session_id: r.sessionId ?? undefined,
    is_question: r.isQuestion,
    is_opening: r.isOpening,
    instance: r.instance,
    day: r.day,
    reserved_tokens: r.reservedTokens,
    counters: r.counters,
    created_at: r.createdAt,
  };
}

/** Admits calls in order, in one statement; answers for each the counter that refused it, or null. */
export async function admitCalls(reservations: readonly Reservation[]): Promise<(string | null)[]> {
  const calls = JSON.stringify(reservations.map(callBody));
  const result = await executeHot("admit", sql`select call, refused from admit_calls(${calls}::jsonb)`);
  const answers: (string | null)[] = reservations.map(() => null);
  for (const row of result.rows as { call: number; refused: string | null }[]) answers[row.call] = row.refused;
  return answers;
}

/** Takes from counters without a call, e.g. a supplier's own limits; answers the counter that refused, or null. */
export async function takeFromCounters(counters: readonly Counter[]): Promise<string | null> {
  const calls = JSON.stringify([{ counters }]);
  const result = await executeHot("take", sql`select refused from admit_calls(${calls}::jsonb)`);
  return (result.rows[0] as { refused: string | null } | undefined)?.refused ?? null;
}

export interface Settlement {
  id: string;
  day: string;
  channelId: string | null;
  supplierId: string | null;
  supplierKeyId: string | null;
  inputTokens: number;
  outputTokens: number;
  reasoningTokens: number;
  cachedTokens: number;
  countedTokens: number;
  images: number;
  audioMs: number;
  characters: number;
  estimated: boolean;
  outcome: (typeof USAGE_OUTCOMES)[number];
  error: string | null;
  attempts: number;
  firstTokenMs: number | null;
  /** Null: nobody knows, its process died. */
  durationMs: number | null;
  costMicros: number | null;
  currency: string | null;
}

function settlementBody(s: Settlement) {
  return {
    id: s.id,
    day: s.day,
    channel_id: s.channelId,
    supplier_id: s.supplierId,
    supplier_key_id: s.supplierKeyId,
    input_tokens: s.inputTokens,
    output_tokens: s.outputTokens,
    reasoning_tokens: s.reasoningTokens,
    cached_tokens: s.cachedTokens,
    counted_tokens: s.countedTokens,
    images: s.images,
    audio_ms: s.audioMs,
    characters: s.characters,
    estimated: s.estimated,
    outcome: s.outcome,
    error: s.error,
    attempts: s.attempts,
    first_token_ms: s.firstTokenMs,
    duration_ms: s.durationMs,
    cost_micros: s.costMicros,
    currency: s.currency,
  };
}

/** The part of a statement that settles calls; the statement must read `settled`, or nothing happens. */
export function settlementCte(settlements: readonly Settlement[]): SQL {
  const rows = JSON.stringify(settlements.map(settlementBody));
  return sql`settled as materialized (select settle_calls(${rows}::jsonb) as count)`;
}

/** Settles calls, each once; later settlements of the same call change nothing. */
export async function settleCalls(settlements: readonly Settlement[]): Promise<void> {
  const rows = JSON.stringify(settlements.map(settlementBody));
  await executeHot("settle", sql`select settle_calls(${rows}::jsonb)`);
}

/** The ledger row of a call, by the id the call was made under. */
export async function findCall(db: Queryable, requestId: string) {
  const [row] = await db
    .select(columnsOf(usageLedger, "id", "day", "modelType", "outcome", "createdAt"))
    .from(usageLedger)
    .where(eq(usageLedger.requestId, requestId));
  return row ?? null;
}

/** Calls that processes left open: of every other process when `silentSeconds` is null, else of silent ones. */
export function listAbandonedCalls(db: Queryable, instance: string, silentSeconds: number | null) {
  const alive = db
    .select({ id: instances.id })
    .from(instances)
    .where(silentSeconds === null ? sql`false` : sql`heartbeat_at > now() - make_interval(secs => ${silentSeconds})`);
  return db
    .select({ id: usageLedger.id, day: usageLedger.day })
    .from(usageLedger)
    .where(
      and(
        eq(usageLedger.outcome, "reserved"),
        sql`${usageLedger.instance} <> ${instance}`,
        sql`${usageLedger.instance} not in ${alive}`,
        // An answer of ours is concluded by its run's recovery, which knows what was said.
        correlated(
          sql`not exists (select 1 from runs where runs.id::text = ${usageLedger.requestId} and runs.status = 'running')`,
        ),
      ),
    )
    .limit(1000);
}

/** Says that this process lives, and forgets processes that have been silent for a day. */
export async function beatInstance(db: Queryable, instance: string): Promise<void> {
  await db
    .insert(instances)
    .values({ id: instance })
    .onConflictDoUpdate({ target: instances.id, set: { heartbeatAt: sql`now()` } });
}

export async function removeInstances(db: Queryable, ids: string[] | null): Promise<void> {
  const old = sql`heartbeat_at < now() - interval '1 day'`;
  await db.delete(instances).where(ids ? inArray(instances.id, ids) : old);
}

/** Adds settled rows to the rollups, at most so many; answers how many it took. */
export async function rollUpUsage(db: Queryable, most: number): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.execute(sql.raw(ROLLUP_LOCK));
    const [before = "", after = ""] = ROLL_UP.split("$1");
    const result = await tx.execute<{ taken: number }>(sql`${sql.raw(before)}${most}${sql.raw(after)}`);
    return result.rows[0]?.taken ?? 0;
  });
}

/** Makes the ledger's partitions of this month and the next three. */
export async function ensureUsagePartitions(db: Queryable): Promise<void> {
  await db.execute(sql`select ensure_usage_partitions(current_date - 1, 4)`);
}

/** Counters of periods that are over for long. */
export async function removeOldCounters(db: Queryable, beforePeriod: string): Promise<void> {
  await db.delete(usageCounters).where(lt(usageCounters.period, beforePeriod));
}

/** What subjects have used of a unit in a period. */
export async function listCounters(
  db: Queryable,
  wanted: readonly { subject: string; unit: string; period: string }[],
): Promise<{ subject: string; unit: string; period: string; used: number; reserved: number }[]> {
  if (wanted.length === 0) return [];
  const keys = wanted.map(({ subject, unit, period }) => sql`(${subject}, ${unit}, ${period})`);
  return db
    .select()
    .from(usageCounters)
    .where(sql`(subject, unit, period) in (${sql.join(keys, sql`, `)})`);
}
