-- A call's time is that of its start, which the process knows; a reservation is written a little later, with others.
CREATE OR REPLACE FUNCTION open_calls(calls jsonb) RETURNS void LANGUAGE sql AS $$
  INSERT INTO usage_ledger (id, request_id, user_id, department_id, department_path, app, model_id, model_name, model_type,
    api_key_id, session_id, is_question, is_opening, instance, day, reserved_tokens, counters, created_at)
  SELECT r.id, r.request_id, r.user_id, r.department_id, r.department_path, r.app, r.model_id, r.model_name, r.model_type,
    r.api_key_id, r.session_id, r.is_question, r.is_opening, r.instance, r.day, r.reserved_tokens, r.counters,
    coalesce(r.created_at, now())
  FROM jsonb_to_recordset(calls) AS r (id uuid, request_id text, user_id uuid, department_id uuid, department_path text,
    app text, model_id uuid, model_name text, model_type text, api_key_id uuid, session_id uuid, is_question boolean,
    is_opening boolean, instance text, day date, reserved_tokens int, counters jsonb, created_at timestamptz)
  WHERE r.id IS NOT NULL
$$;
--> statement-breakpoint
-- Buckets a tenth wide, from a millisecond to ten minutes; lib/config/latency.ts knows their bounds.
-- Strict: a call without a first token falls into none (`least` would ignore the null).
CREATE FUNCTION latency_bucket(ms int) RETURNS int LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT CASE WHEN ms <= 1 THEN 0 ELSE least(139, floor(ln(ms::float8) / ln(1.1::float8)))::int END
$$;
--> statement-breakpoint
CREATE FUNCTION latency_histogram(buckets int[]) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_object_agg(bucket, calls), '{}') FROM (
    SELECT bucket, count(*) AS calls FROM unnest(buckets) bucket WHERE bucket IS NOT NULL GROUP BY 1) b
$$;
--> statement-breakpoint
-- The sum of a list of histograms.
CREATE FUNCTION merge_latencies(histograms jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_object_agg(bucket, calls), '{}') FROM (
    SELECT e.key AS bucket, sum(e.value::bigint) AS calls
    FROM jsonb_array_elements(histograms) h, jsonb_each_text(h) e GROUP BY 1) b
$$;
--> statement-breakpoint
-- What was rolled up before knows five bounds only. They become six wide buckets, -1 to -6, in which a percentile lies
-- evenly spread, as it was shown until now; days that are made anew from the ledger get the fine ones.
UPDATE usage_daily SET latency = jsonb_strip_nulls(jsonb_build_object('-1', nullif(within_500, 0),
  '-2', nullif(within_1000 - within_500, 0), '-3', nullif(within_2000 - within_1000, 0),
  '-4', nullif(within_5000 - within_2000, 0), '-5', nullif(within_10000 - within_5000, 0),
  '-6', nullif(first_tokens - within_10000, 0))) WHERE first_tokens > 0;
--> statement-breakpoint
UPDATE usage_totals SET latency = jsonb_strip_nulls(jsonb_build_object('-1', nullif(within_500, 0),
  '-2', nullif(within_1000 - within_500, 0), '-3', nullif(within_2000 - within_1000, 0),
  '-4', nullif(within_5000 - within_2000, 0), '-5', nullif(within_10000 - within_5000, 0),
  '-6', nullif(first_tokens - within_10000, 0))) WHERE first_tokens > 0;
--> statement-breakpoint
-- The built-in supplier costs nothing: its calls are priced at 0 from now on, and so are those that were.
UPDATE usage_ledger l SET cost_micros = 0 FROM suppliers s
  WHERE s.id = l.supplier_id AND s.template = 'builtin' AND l.cost_micros IS NULL AND l.settled_at IS NOT NULL;
--> statement-breakpoint
UPDATE usage_daily d SET unpriced = w.calls FROM (
  SELECT l.day, l.user_id, coalesce(l.department_id, '00000000-0000-0000-0000-000000000000') AS department_id, l.app,
    coalesce(l.model_id, '00000000-0000-0000-0000-000000000000') AS model_id,
    coalesce(l.api_key_id, '00000000-0000-0000-0000-000000000000') AS api_key_id, l.department_path, l.model_name,
    count(*) AS calls
  FROM usage_ledger l
  WHERE l.rolled_up AND l.cost_micros IS NULL
    AND l.input_tokens + l.output_tokens + l.images + l.audio_ms + l.characters > 0
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8) w
WHERE (d.day, d.user_id, d.department_id, d.app, d.model_id, d.api_key_id, d.department_path, d.model_name)
  = (w.day, w.user_id, w.department_id, w.app, w.model_id, w.api_key_id, w.department_path, w.model_name);
--> statement-breakpoint
UPDATE usage_totals t SET unpriced = w.calls FROM (
  SELECT grain, k.dimension, CASE grain WHEN 'day' THEN l.day ELSE date_trunc('month', l.day)::date END AS period, k.key,
    count(*) AS calls
  FROM usage_ledger l CROSS JOIN (VALUES ('day'), ('month')) grains (grain)
    CROSS JOIN LATERAL usage_keys(l.user_id, l.department_id, l.department_path, l.app, l.model_id, l.api_key_id,
      l.supplier_id) AS k (dimension, key)
  WHERE l.rolled_up AND l.cost_micros IS NULL
    AND l.input_tokens + l.output_tokens + l.images + l.audio_ms + l.characters > 0
  GROUP BY 1, 2, 3, 4) w
WHERE t.grain = w.grain AND t.dimension = w.dimension AND t.period = w.period AND t.key = w.key;
--> statement-breakpoint
-- The statement lives beside the one that makes rollups anew (db/rollup-sql.ts), with one list of figures.
DROP FUNCTION roll_up_usage(int);
