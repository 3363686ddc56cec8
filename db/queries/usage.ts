import { eq, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../client";
import { type USAGE_OUTCOMES, usageLedger } from "../schema/usage";

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
  day: string;
  tokens: number;
  /** Null is unlimited. */
  dailyLimit: number | null;
}

/**
 * The start of a statement that reserves: `counted` holds a row when the day's limit admits the call, `ledger` opens its
 * row. What follows in the same statement can depend on `counted`. A call is admitted while anything is left, so the
 * overshoot is one reservation at most (SECURITY RC-02).
 */
export function reservationCtes(r: Reservation): SQL {
  return sql`counted as (
      insert into daily_usage (user_id, day, reserved_tokens)
      select ${r.userId}::uuid, ${r.day}::date, ${r.tokens}::bigint
      where ${r.dailyLimit}::bigint is null or ${r.dailyLimit}::bigint > 0
      on conflict (user_id, day) do update
        set reserved_tokens = daily_usage.reserved_tokens + excluded.reserved_tokens
        where ${r.dailyLimit}::bigint is null
          or daily_usage.tokens + daily_usage.reserved_tokens < ${r.dailyLimit}::bigint
      returning 1
    ), ledger as (
      insert into usage_ledger (id, request_id, user_id, department_id, department_path, app, model_id, model_name,
        model_type, day, reserved_tokens)
      select ${r.id}::uuid, ${r.requestId}, ${r.userId}::uuid, ${r.departmentId}::uuid, ${r.departmentPath}, ${r.app},
        ${r.modelId}::uuid, ${r.modelName}, ${r.modelType}, ${r.day}::date, ${r.tokens}::int
      from counted
    )`;
}

/** Reserves tokens of a day and opens the ledger row; false when the day's limit is used up. */
export async function reserveTokens(db: Queryable, reservation: Reservation): Promise<boolean> {
  const result = await db.execute(sql`with ${reservationCtes(reservation)} select 1 from counted`);
  return (result.rowCount ?? 0) > 0;
}

export interface Settlement {
  id: string;
  channelId: string | null;
  supplierId: string | null;
  inputTokens: number;
  outputTokens: number;
  reasoningTokens: number;
  cachedTokens: number;
  estimated: boolean;
  outcome: (typeof USAGE_OUTCOMES)[number];
  error: string | null;
  firstTokenMs: number | null;
  durationMs: number;
}

/** The parts of a statement that settle a reservation once; for the same row later ones change nothing. */
export function settlementCtes(s: Settlement): SQL {
  return sql`settled as (
      update usage_ledger set channel_id = ${s.channelId}::uuid, supplier_id = ${s.supplierId}::uuid,
        input_tokens = ${s.inputTokens}::int, output_tokens = ${s.outputTokens}::int,
        reasoning_tokens = ${s.reasoningTokens}::int, cached_tokens = ${s.cachedTokens}::int,
        estimated = ${s.estimated}::boolean, outcome = ${s.outcome}, error = ${s.error},
        first_token_ms = ${s.firstTokenMs}::int, duration_ms = ${s.durationMs}::int, settled_at = now()
      where id = ${s.id}::uuid and outcome = 'reserved'
      returning user_id, day, reserved_tokens
    ), counted as (
      update daily_usage set
        reserved_tokens = greatest(0, daily_usage.reserved_tokens - settled.reserved_tokens),
        tokens = daily_usage.tokens + ${s.inputTokens}::bigint + ${s.outputTokens}::bigint
      from settled where daily_usage.user_id = settled.user_id and daily_usage.day = settled.day
    )`;
}

/** Settles a reservation once; later calls for the same row change nothing. */
export async function settleTokens(db: Queryable, settlement: Settlement): Promise<void> {
  await db.execute(sql`with ${settlementCtes(settlement)} select 1`);
}

/** The open reservation of a call, by the id the call was made under. */
export async function findReservation(db: Queryable, requestId: string) {
  const [row] = await db
    .select({ id: usageLedger.id, outcome: usageLedger.outcome, createdAt: usageLedger.createdAt })
    .from(usageLedger)
    .where(eq(usageLedger.requestId, requestId));
  return row ?? null;
}
