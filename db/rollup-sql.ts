/*
 * Statements that make rollups from the ledger; nothing but texts, so that scripts read them as the product does.
 */

/** One writer of rollups at a time. */
export const ROLLUP_LOCK = "select pg_advisory_xact_lock(7205759404)";

const NO_ID = "'00000000-0000-0000-0000-000000000000'";

/** A call of the ledger `l` that used something and has no price. */
const UNPRICED = `l.cost_micros is null
  and l.input_tokens + l.output_tokens + l.images + l.audio_ms + l.characters > 0`;

/** Column of the rollups, and how it is counted from ledger rows `l`. */
const MEASURES: readonly (readonly [column: string, count: string])[] = [
  ["calls", "count(*)"],
  ["failed", "count(*) filter (where l.outcome in ('failed', 'interrupted'))"],
  ["questions", "count(*) filter (where l.is_question)"],
  ["sessions", "count(*) filter (where l.is_opening)"],
  ...[
    "input_tokens",
    "output_tokens",
    "reasoning_tokens",
    "cached_tokens",
    "images",
    "audio_ms",
    "characters",
    "cost_micros",
    "duration_ms",
    "first_token_ms",
  ].map((column) => [column, `coalesce(sum(l.${column}), 0)`] as const),
  ["unpriced", `count(*) filter (where ${UNPRICED})`],
  ["first_tokens", "count(l.first_token_ms)"],
  ["latency", "latency_histogram(array_agg(latency_bucket(l.first_token_ms)))"],
];
const COLUMNS = MEASURES.map(([column]) => column).join(", ");
const COUNTS = MEASURES.map(([, count]) => count).join(", ");
const isHistogram = (column: string) => column === "latency";
const SUMS = MEASURES.map(([column]) =>
  isHistogram(column) ? `merge_latencies(jsonb_agg(${column}))` : `sum(${column})`,
).join(", ");
/** What a conflict in a rollup table adds up to. */
const added = (table: string) =>
  MEASURES.map(([column]) => {
    const [before, more] = [`${table}.${column}`, `excluded.${column}`];
    return `${column} = ${isHistogram(column) ? `merge_latencies(jsonb_build_array(${before}, ${more}))` : `${before} + ${more}`}`;
  }).join(", ");

const CUBE = "day, user_id, department_id, app, model_id, api_key_id, department_path, model_name";
const KEYS = `usage_keys(l.user_id, l.department_id, l.department_path, l.app, l.model_id, l.api_key_id, l.supplier_id)`;

const CUBE_KEYS = `l.day, l.user_id, coalesce(l.department_id, ${NO_ID}), l.app, coalesce(l.model_id, ${NO_ID}),
        coalesce(l.api_key_id, ${NO_ID}), l.department_path, l.model_name`;

/**
 * Adds settled rows that no rollup has counted yet, at most $1, each exactly once, and answers how many it took: to be run
 * after ROLLUP_LOCK in its transaction, or two callers could take the same rows.
 */
export const ROLL_UP = `
  with l as (
    update usage_ledger u set rolled_up = true
    from (select id, day from usage_ledger where settled_at is not null and not rolled_up
      order by settled_at limit $1) fresh
    where u.id = fresh.id and u.day = fresh.day
    returning u.*
  ), fine as (
    insert into usage_daily (${CUBE}, ${COLUMNS})
    select ${CUBE_KEYS}, ${COUNTS} from l group by 1, 2, 3, 4, 5, 6, 7, 8
    on conflict on constraint usage_daily_pkey do update set ${added("usage_daily")}
  ), totals as (
    insert into usage_totals (grain, dimension, period, key, ${COLUMNS})
    select grain, k.dimension, case grain when 'day' then l.day else date_trunc('month', l.day)::date end, k.key, ${COUNTS}
    from l cross join (values ('day'), ('month')) grains (grain) cross join lateral ${KEYS} k
    group by 1, 2, 3, 4
    on conflict (grain, dimension, period, key) do update set ${added("usage_totals")}
  ), late as (
    delete from usage_spans s using (select min(day) as first, max(day) as last from l) days
    where s.to_day >= days.first and s.from_day <= days.last
  )
  select count(*)::int as taken from l`;

/**
 * Makes the rollups of the days $1 to $2 anew, and those of their months: to be run in order in one transaction, after
 * ROLLUP_LOCK. Rows that were not counted yet are counted by it.
 */
export const REBUILD: readonly string[] = [
  `delete from usage_spans where to_day >= date_trunc('month', $1::date)::date
      and from_day < date_trunc('month', $2::date) + interval '1 month'`,
  "delete from usage_daily where day between $1::date and $2::date",
  "delete from usage_totals where grain = 'day' and period between $1::date and $2::date",
  `update usage_ledger set rolled_up = true
      where day between $1::date and $2::date and settled_at is not null and not rolled_up`,
  `insert into usage_daily (${CUBE}, ${COLUMNS})
      select ${CUBE_KEYS}, ${COUNTS}
      from usage_ledger l where l.day between $1::date and $2::date and l.rolled_up
      group by 1, 2, 3, 4, 5, 6, 7, 8`,
  `insert into usage_totals (grain, dimension, period, key, ${COLUMNS})
      select 'day', k.dimension, l.day, k.key, ${COUNTS}
      from usage_ledger l cross join lateral ${KEYS} k
      where l.day between $1::date and $2::date and l.rolled_up
      group by 2, 3, 4`,
  `delete from usage_totals where grain = 'month'
      and period between date_trunc('month', $1::date)::date and $2::date`,
  `insert into usage_totals (grain, dimension, period, key, ${COLUMNS})
      select 'month', dimension, date_trunc('month', period)::date, key, ${SUMS}
      from usage_totals
      where grain = 'day' and period between date_trunc('month', $1::date)::date
        and (date_trunc('month', $2::date) + interval '1 month - 1 day')::date
      group by 2, 3, 4`,
];

/** What is compared, by name: the column of the rollups, and how the ledger has it. */
const COMPARED: readonly (readonly [figure: string, rollup: string, ledger: string])[] = [
  ["calls", "calls", "count(*)"],
  ["failed", "failed", "count(*) filter (where l.outcome in ('failed', 'interrupted'))"],
  ["inputTokens", "input_tokens", "sum(l.input_tokens)"],
  ["outputTokens", "output_tokens", "sum(l.output_tokens)"],
  ["images", "images", "sum(l.images)"],
  ["costMicros", "cost_micros", "coalesce(sum(l.cost_micros), 0)"],
  ["unpriced", "unpriced", `count(*) filter (where ${UNPRICED})`],
];
const compare = (a: string, b: string) =>
  `cross join lateral (values ${COMPARED.map(([figure], i) => `('${figure}', coalesce(${a}.c${i}, 0), coalesce(${b}.c${i}, 0))`).join(", ")}) v (figure, x, y)
  where v.x <> v.y`;
const ledgerCounts = COMPARED.map(([, , count], i) => `${count} as c${i}`).join(", ");
const rollupSums = COMPARED.map(([, column], i) => `sum(${column}) as c${i}`).join(", ");

/** Where ledger and rollups of the day $1 differ: rows of figure, ledger, rollup. Rows not counted yet are left out. */
export const DIFFERENCES = `
  with l as (select * from usage_ledger where day = $1::date and settled_at is not null and rolled_up),
  wanted as (select k.dimension, k.key, ${ledgerCounts} from l cross join lateral ${KEYS} k group by 1, 2),
  found as (select dimension, key, ${rollupSums} from usage_totals where grain = 'day' and period = $1::date group by 1, 2),
  total as (select ${ledgerCounts} from l),
  cube as (select ${rollupSums} from usage_daily where day = $1::date),
  days as (select dimension, key, ${rollupSums} from usage_totals where grain = 'day'
    and period between date_trunc('month', $1::date)::date and (date_trunc('month', $1::date) + interval '1 month - 1 day')::date
    group by 1, 2),
  months as (select dimension, key, ${rollupSums} from usage_totals where grain = 'month'
    and period = date_trunc('month', $1::date)::date group by 1, 2)
  select * from (
    select 'day ' || dimension || ' ' || key || ' ' || figure as figure, x::bigint as ledger, y::bigint as rollup
      from wanted full join found using (dimension, key) ${compare("wanted", "found")}
    union all
    select 'cube ' || figure, x::bigint, y::bigint from total cross join cube ${compare("total", "cube")}
    union all
    select 'month ' || dimension || ' ' || key || ' ' || figure, x::bigint, y::bigint
      from days full join months using (dimension, key) ${compare("days", "months")}
  ) d order by figure limit 100`;

/** Where the ledger's day $1 and the counters of people's and keys' daily limits differ. */
export const COUNTER_DIFFERENCES = `
  with l as (select * from usage_ledger where day = $1::date and settled_at is not null),
  wanted as (
    select 'user:' || user_id as subject, 'tokens' as unit, sum(counted_tokens) as used from l group by 1
    union all
    select 'user:' || user_id, 'images', sum(images) from l where model_type = 'image' group by 1
    union all
    select 'key:' || api_key_id, 'tokens', sum(counted_tokens) from l where api_key_id is not null group by 1
  ),
  found as (
    select subject, unit, used from usage_counters
    where period = $1::date::text and (unit = 'tokens' and (subject like 'user:%' or subject like 'key:%')
      or unit = 'images' and subject like 'user:%')
  )
  select 'counter ' || subject || ' ' || unit as figure, coalesce(wanted.used, 0)::bigint as ledger,
    coalesce(found.used, 0)::bigint as rollup
  from wanted full join found using (subject, unit)
  where coalesce(wanted.used, 0) <> coalesce(found.used, 0) order by 1 limit 100`;

/** The ledger's own sums of the day $1. */
export const DAY_SUMS = `select count(*)::bigint as calls, coalesce(sum(input_tokens + output_tokens), 0)::bigint as tokens
  from usage_ledger where day = $1::date and settled_at is not null and rolled_up`;
