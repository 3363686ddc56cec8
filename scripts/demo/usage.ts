/** Sixty days of calls in the ledger, and the dates of what was really asked: sums and limits agree as the product checks them. */
import { getTableColumns, sql } from "drizzle-orm";
import { v7 } from "uuid";
import { db, type Transaction } from "@/db/client";
import { lockRollups, rebuildRollups } from "@/db/queries/models/reconcile";
import { usageLedger } from "@/db/schema/models";
import { loadConfig } from "@/lib/config/system-config";
import { addDays, dayIn, startOfDay } from "@/lib/config/time";
import { flushLedger } from "@/lib/models/ledger";
import type { ResolvedModel } from "@/lib/models/types";

export const DAYS = 60;
const DAY_MS = 24 * 3_600_000;
const HOUR_MS = 3_600_000;
const ROWS = 2000;

export interface Caller {
  id: string;
  departmentId: string | null;
  departmentPath: string;
  /** Calls on a working day, about. */
  use: number;
  apps: readonly string[];
}

/** The same organisation has the same figures each time. */
export function figures(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

type Row = typeof usageLedger.$inferInsert;

/** A call as the built-in model answers: soon, and for nothing. */
function callAt(caller: Caller, model: ResolvedModel, at: Date, day: string, next: () => number): Row {
  const inputTokens = 300 + Math.floor(2600 * next() ** 2);
  const outputTokens = 60 + Math.floor(380 * next());
  const firstTokenMs = 25 + Math.floor(140 * next() ** 2);
  const durationMs = firstTokenMs + 20 + Math.floor(220 * next());
  const app = caller.apps[Math.floor(caller.apps.length * next() ** 1.4)] ?? caller.apps[0]!;
  const id = v7({ msecs: at.getTime() });
  return {
    id,
    requestId: id,
    userId: caller.id,
    departmentId: caller.departmentId,
    departmentPath: caller.departmentPath,
    app,
    modelId: model.id,
    modelName: model.name,
    modelType: model.type,
    channelId: model.channels[0]?.id ?? null,
    supplierId: model.channels[0]?.supplierId ?? null,
    isQuestion: true,
    isOpening: next() < 0.4,
    instance: "demo",
    day,
    inputTokens,
    outputTokens,
    countedTokens: inputTokens + outputTokens,
    outcome: next() < 0.98 ? "done" : "stopped",
    attempts: 1,
    firstTokenMs,
    durationMs,
    costMicros: 0,
    currency: null,
    createdAt: at,
    settledAt: new Date(at.getTime() + durationMs),
  };
}

/** Calls of all these people on the days before today; more in the middle of the week, few at weekends, more as time goes on. */
function callsOf(callers: readonly Caller[], model: ResolvedModel, timeZone: string): Row[] {
  const next = figures(20_260_301);
  const today = dayIn(timeZone);
  const rows: Row[] = [];
  for (let back = DAYS; back >= 1; back--) {
    const day = addDays(today, -back);
    const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
    const busy = weekday === 0 || weekday === 6 ? 0.08 : weekday === 3 ? 1.15 : 1;
    const known = 0.55 + (0.45 * (DAYS - back)) / DAYS;
    const morning = startOfDay(day, timeZone).getTime() + 9 * HOUR_MS;
    for (const caller of callers) {
      const calls = Math.floor(caller.use * busy * known * (0.4 + 1.2 * next()) + next());
      for (let call = 0; call < calls; call++) {
        rows.push(callAt(caller, model, new Date(morning + Math.floor(9 * HOUR_MS * next())), day, next));
      }
    }
  }
  return rows;
}

/** The first and last day that calls may lie on. */
export async function usageDays(): Promise<[from: string, to: string]> {
  const today = dayIn((await loadConfig("customConfig")).timeZone);
  return [addDays(today, -DAYS), today];
}

/** Makes the calls; answers how many. Nothing counts them until `settleUsage` has. */
export async function makeUsage(callers: readonly Caller[], model: ResolvedModel): Promise<number> {
  const { currency } = await loadConfig("gatewayConfig");
  const [{ timeZone }, [from]] = [await loadConfig("customConfig"), await usageDays()];
  await db().execute(sql`select ensure_usage_partitions(${from}::date, ${Math.ceil(DAYS / 28) + 2}::int)`);
  const rows = callsOf(callers, model, timeZone).map((row) => ({ ...row, currency }));
  const names = Object.entries(getTableColumns(usageLedger)).filter(([key]) => key in rows[0]!);
  const columns = sql.raw(names.map(([, column]) => column.name).join(", "));
  for (let at = 0; at < rows.length; at += ROWS) {
    const batch = rows.slice(at, at + ROWS).map((row) => {
      const values: Record<string, unknown> = row;
      return Object.fromEntries(names.map(([key, column]) => [column.name, values[key]]));
    });
    // As one value: thousands of parameters take the embedded database many times as long.
    await db().execute(sql`insert into usage_ledger (${columns}) select ${columns}
      from jsonb_populate_recordset(null::usage_ledger, ${JSON.stringify(batch)}::jsonb)`);
  }
  return rows.length;
}

/** A conversation as if it had been held so many days ago, with what its answers cost. */
export async function moveTalk(sessionId: string, daysAgo: number): Promise<void> {
  await flushLedger();
  const { timeZone } = await loadConfig("customConfig");
  const back = sql`make_interval(secs => ${(daysAgo * DAY_MS) / 1000})`;
  await db().transaction(async (tx) => {
    await tx.execute(sql`update chat_messages set created_at = created_at - ${back}, updated_at = updated_at - ${back},
      feedback_at = feedback_at - ${back} where session_id = ${sessionId}`);
    await tx.execute(sql`update runs set created_at = created_at - ${back}, finished_at = finished_at - ${back}
      where session_id = ${sessionId}`);
    await tx.execute(sql`update chat_sessions set created_at = created_at - ${back}, updated_at = updated_at - ${back},
      last_message_at = last_message_at - ${back} where id = ${sessionId}`);
    await tx.execute(sql`update usage_ledger set created_at = created_at - ${back}, settled_at = settled_at - ${back},
      day = ((created_at - ${back}) at time zone ${timeZone})::date where session_id = ${sessionId}`);
    await tx.execute(sql`update request_logs set created_at = created_at - ${back},
      day = ((created_at - ${back}) at time zone ${timeZone})::date where session_id = ${sessionId}`);
  });
}

/** Reports and daily limits as the ledger has these days. */
export async function settleUsage([from, to]: readonly [string, string], people: readonly string[]): Promise<void> {
  await flushLedger();
  await db().transaction(async (tx) => {
    await lockRollups(tx);
    await rebuildRollups(tx, from, to);
    await countAnew(tx, people);
  });
}

/** Nobody else's counters are touched. */
async function countAnew(tx: Transaction, people: readonly string[]): Promise<void> {
  const subjects = sql.join(
    people.map((id) => sql`${`user:${id}`}`),
    sql`, `,
  );
  await tx.execute(sql`delete from usage_counters where subject in (${subjects}) and unit = 'tokens'
    and period ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'`);
  await tx.execute(sql`insert into usage_counters (subject, unit, period, used)
    select 'user:' || user_id, 'tokens', day::text, sum(counted_tokens) from usage_ledger
    where 'user:' || user_id in (${subjects}) and settled_at is not null group by user_id, day`);
}
