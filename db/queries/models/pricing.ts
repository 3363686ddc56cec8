import { and, asc, eq, gt, gte, isNotNull, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "../../client";
import { columnsOf } from "../../columns";
import { usageLedger } from "../../schema/models";

interface Span {
  channelId: string;
  from: string;
  until: string;
}

const used = sql`${usageLedger.inputTokens} + ${usageLedger.outputTokens} + ${usageLedger.images} + ${usageLedger.audioMs} + ${usageLedger.characters} > 0`;

/** Settled calls of a channel that used something and have no price; the words are those of their partial index. */
function unpriced({ channelId, from, until }: Span): SQL | undefined {
  return and(
    eq(usageLedger.channelId, channelId),
    isNull(usageLedger.costMicros),
    isNotNull(usageLedger.settledAt),
    used,
    gte(usageLedger.day, from),
    lte(usageLedger.day, until),
  );
}

/** How many calls of a channel have no price, and from which day to which. */
export async function sumUnpriced(db: Queryable, span: Span) {
  const [row] = await db
    .select({
      calls: sql<number>`count(*)::int`,
      from: sql<string | null>`min(${usageLedger.day})::text`,
      until: sql<string | null>`max(${usageLedger.day})::text`,
    })
    .from(usageLedger)
    .where(unpriced(span));
  return { calls: row?.calls ?? 0, from: row?.from ?? null, until: row?.until ?? null };
}

/** The next unpriced calls behind a cursor, by day. */
export function listUnpriced(db: Queryable, span: Span, after: { day: string; id: string } | null, limit: number) {
  return db
    .select({
      ...columnsOf(usageLedger, "id", "day", "inputTokens", "outputTokens"),
      ...columnsOf(usageLedger, "cachedTokens", "images", "audioMs", "characters"),
    })
    .from(usageLedger)
    .where(
      and(
        unpriced(span),
        after
          ? or(gt(usageLedger.day, after.day), and(eq(usageLedger.day, after.day), gt(usageLedger.id, after.id)))
          : undefined,
      ),
    )
    .orderBy(asc(usageLedger.day), asc(usageLedger.id))
    .limit(limit);
}

export interface CallPrice {
  id: string;
  day: string;
  micros: number;
  currency: string;
}

/**
 * Gives calls their price, once: ledger, rollups, what their budgets have spent, and the messages they wrote. Rows that were
 * not rolled up yet are counted with their price later. The caller holds the rollup lock.
 */
export async function priceCalls(
  tx: Transaction,
  prices: readonly CallPrice[],
): Promise<{ calls: number; micros: number }> {
  if (prices.length === 0) return { calls: 0, micros: 0 };
  const given = sql`jsonb_to_recordset(${JSON.stringify(prices)}::jsonb) as g (id uuid, day date, micros bigint, currency text)`;
  // The order of admit_calls and settle_calls, or they and this could wait for each other.
  await tx.execute(sql`
    select 1 from usage_counters u where (u.subject, u.unit, u.period) in (
      select k->>0, k->>1, k->>2 from ${given} join usage_ledger l on l.id = g.id and l.day = g.day,
        jsonb_array_elements(l.counters) k where k->>1 = 'micros')
    order by u.subject, u.unit, u.period for update`);
  const { rows } = await tx.execute<{ calls: number; micros: string }>(sql`
    with l as (
      update usage_ledger t set cost_micros = g.micros, currency = g.currency from ${given}
      where t.id = g.id and t.day = g.day and t.cost_micros is null returning t.*
    ), cube as (
      update usage_daily d set cost_micros = d.cost_micros + w.micros, unpriced = d.unpriced - w.calls
      from (select day, user_id, coalesce(department_id, ${NONE}) as department_id, app,
          coalesce(model_id, ${NONE}) as model_id, coalesce(api_key_id, ${NONE}) as api_key_id, department_path,
          model_name, sum(cost_micros)::bigint as micros, count(*) as calls
        from l where rolled_up group by 1, 2, 3, 4, 5, 6, 7, 8) w
      where (d.day, d.user_id, d.department_id, d.app, d.model_id, d.api_key_id, d.department_path, d.model_name)
        = (w.day, w.user_id, w.department_id, w.app, w.model_id, w.api_key_id, w.department_path, w.model_name)
    ), totals as (
      update usage_totals d set cost_micros = d.cost_micros + w.micros, unpriced = d.unpriced - w.calls
      from (select grain, k.dimension, case grain when 'day' then l.day else date_trunc('month', l.day)::date end as period,
          k.key, sum(l.cost_micros)::bigint as micros, count(*) as calls
        from l cross join (values ('day'), ('month')) grains (grain) cross join lateral usage_keys(l.user_id,
          l.department_id, l.department_path, l.app, l.model_id, l.api_key_id, l.supplier_id) as k (dimension, key)
        where l.rolled_up group by 1, 2, 3, 4) w
      where d.grain = w.grain and d.dimension = w.dimension and d.period = w.period and d.key = w.key
    ), spent as (
      update usage_counters u set used = u.used + w.micros
      from (select k->>0 as subject, k->>2 as period, sum(l.cost_micros)::bigint as micros
        from l, jsonb_array_elements(l.counters) k where k->>1 = 'micros' group by 1, 2) w
      where u.subject = w.subject and u.unit = 'micros' and u.period = w.period
    ), told as (
      update chat_messages m set cost_micros = coalesce(m.cost_micros, 0) + w.micros, currency = w.currency
      from (select r.message_id, sum(l.cost_micros)::bigint as micros, max(l.currency) as currency
        from l join runs r on r.id = run_of(l.request_id) group by 1) w
      where m.id = w.message_id
    )
    select count(*)::int as calls, coalesce(sum(cost_micros), 0)::bigint as micros from l`);
  return { calls: rows[0]?.calls ?? 0, micros: Number(rows[0]?.micros ?? 0) };
}

const NONE = sql`'00000000-0000-0000-0000-000000000000'::uuid`;
