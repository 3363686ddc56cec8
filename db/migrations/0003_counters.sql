INSERT INTO "usage_counters" ("subject", "unit", "period", "used", "reserved")
SELECT 'user:' || "user_id", 'tokens', "day"::text, "tokens", "reserved_tokens" FROM "daily_usage"
UNION ALL
SELECT 'user:' || "user_id", 'images', "day"::text, "images", "reserved_images" FROM "daily_usage" WHERE "images" + "reserved_images" > 0;
--> statement-breakpoint
DROP TABLE "daily_usage" CASCADE;
--> statement-breakpoint
CREATE FUNCTION take_counters(calls jsonb) RETURNS void LANGUAGE sql AS $$
  UPDATE usage_counters u SET reserved = u.reserved + w.wanted
  FROM (SELECT k->>0 AS s, k->>1 AS n, k->>2 AS p, sum((k->>3)::bigint) AS wanted
    FROM jsonb_array_elements(calls) x, jsonb_array_elements(x->'counters') k GROUP BY 1, 2, 3) w
  WHERE u.subject = w.s AND u.unit = w.n AND u.period = w.p
$$;
--> statement-breakpoint
-- Ledger rows of admitted calls; a body without an id only takes from counters.
CREATE FUNCTION open_calls(calls jsonb) RETURNS void LANGUAGE sql AS $$
  INSERT INTO usage_ledger (id, request_id, user_id, department_id, department_path, app, model_id, model_name, model_type,
    api_key_id, session_id, is_question, is_opening, instance, day, reserved_tokens, counters)
  SELECT r.id, r.request_id, r.user_id, r.department_id, r.department_path, r.app, r.model_id, r.model_name, r.model_type,
    r.api_key_id, r.session_id, r.is_question, r.is_opening, r.instance, r.day, r.reserved_tokens, r.counters
  FROM jsonb_to_recordset(calls) AS r (id uuid, request_id text, user_id uuid, department_id uuid, department_path text,
    app text, model_id uuid, model_name text, model_type text, api_key_id uuid, session_id uuid, is_question boolean,
    is_opening boolean, instance text, day date, reserved_tokens int, counters jsonb)
  WHERE r.id IS NOT NULL
$$;
--> statement-breakpoint
-- Takes calls from their counters and opens their ledger rows. A call is taken while every limited counter of it has
-- something left, so the overshoot of a limit is one reservation at most; else `refused` names the counter. In the order
-- given. Counters are locked in one order, so that two batches never wait for each other.
CREATE FUNCTION admit_calls(calls jsonb) RETURNS TABLE (call int, refused text) LANGUAGE plpgsql AS $$
DECLARE
  c record;
  tight boolean;
BEGIN
  INSERT INTO usage_counters AS u (subject, unit, period)
    SELECT DISTINCT k->>0, k->>1, k->>2
    FROM jsonb_array_elements(calls) x, jsonb_array_elements(x->'counters') k ORDER BY 1, 2, 3
    ON CONFLICT DO NOTHING;
  PERFORM 1 FROM usage_counters u
    WHERE (u.subject, u.unit, u.period) IN (SELECT k->>0, k->>1, k->>2
      FROM jsonb_array_elements(calls) x, jsonb_array_elements(x->'counters') k)
    ORDER BY u.subject, u.unit, u.period FOR UPDATE;
  -- Nearly always there is room for all of them together, and two statements do.
  SELECT EXISTS (
    SELECT 1 FROM (
      SELECT k->>0 AS s, k->>1 AS n, k->>2 AS p, sum((k->>3)::bigint) AS wanted, min((k->>4)::bigint) AS most
      FROM jsonb_array_elements(calls) x, jsonb_array_elements(x->'counters') k GROUP BY 1, 2, 3
    ) w JOIN usage_counters u ON u.subject = w.s AND u.unit = w.n AND u.period = w.p
    WHERE w.most IS NOT NULL AND u.used + u.reserved + w.wanted > w.most
  ) INTO tight;
  IF NOT tight THEN
    PERFORM take_counters(calls);
    PERFORM open_calls(calls);
    RETURN QUERY SELECT i::int - 1, NULL::text FROM generate_series(1, jsonb_array_length(calls)) i;
    RETURN;
  END IF;
  FOR c IN SELECT x.value AS body, x.ordinality::int - 1 AS position
    FROM jsonb_array_elements(calls) WITH ORDINALITY x LOOP
    call := c.position;
    SELECT k->>0 || ' ' || (k->>1) || ' ' || (k->>2) INTO refused
    FROM jsonb_array_elements(c.body->'counters') k
    JOIN usage_counters u ON u.subject = k->>0 AND u.unit = k->>1 AND u.period = k->>2
    WHERE (k->>4) IS NOT NULL AND u.used + u.reserved >= (k->>4)::bigint
    LIMIT 1;
    IF refused IS NULL THEN
      PERFORM take_counters(jsonb_build_array(c.body));
      PERFORM open_calls(jsonb_build_array(c.body));
    END IF;
    RETURN NEXT;
  END LOOP;
END $$;
--> statement-breakpoint
-- Writes what calls used and gives back what they had reserved; a row that is settled already is left alone. Answers how
-- many it settled.
CREATE FUNCTION settle_calls(rows jsonb) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  settled int;
BEGIN
  -- The same order as admit_calls, or the two could wait for each other.
  PERFORM 1 FROM usage_counters u
    WHERE (u.subject, u.unit, u.period) IN (
      SELECT k->>0, k->>1, k->>2 FROM jsonb_to_recordset(rows) AS r (id uuid, day date)
      JOIN usage_ledger l ON l.id = r.id AND l.day = r.day AND l.outcome = 'reserved', jsonb_array_elements(l.counters) k)
    ORDER BY u.subject, u.unit, u.period FOR UPDATE;
  WITH done AS (
    UPDATE usage_ledger l SET channel_id = r.channel_id, supplier_id = r.supplier_id, supplier_key_id = r.supplier_key_id,
      input_tokens = r.input_tokens, output_tokens = r.output_tokens, reasoning_tokens = r.reasoning_tokens,
      cached_tokens = r.cached_tokens, counted_tokens = r.counted_tokens, images = r.images, audio_ms = r.audio_ms,
      characters = r.characters, estimated = r.estimated, outcome = r.outcome, error = r.error, attempts = r.attempts,
      first_token_ms = r.first_token_ms, duration_ms = r.duration_ms, cost_micros = r.cost_micros, currency = r.currency,
      settled_at = now()
    FROM jsonb_to_recordset(rows) AS r (id uuid, day date, channel_id uuid, supplier_id uuid, supplier_key_id uuid,
      input_tokens int, output_tokens int, reasoning_tokens int, cached_tokens int, counted_tokens int, images int,
      audio_ms int, characters int, estimated boolean, outcome text, error text, attempts int, first_token_ms int,
      duration_ms int, cost_micros bigint, currency text)
    WHERE l.id = r.id AND l.day = r.day AND l.outcome = 'reserved'
    RETURNING l.id, l.counters, l.counted_tokens, l.images, coalesce(l.cost_micros, 0) AS cost
  ), given AS (
    UPDATE usage_counters u SET reserved = greatest(0, u.reserved - w.amount), used = u.used + w.used
    FROM (SELECT k->>0 AS s, k->>1 AS n, k->>2 AS p, sum((k->>3)::bigint) AS amount,
        sum(CASE k->>1 WHEN 'tokens' THEN d.counted_tokens WHEN 'images' THEN d.images WHEN 'micros' THEN d.cost
          ELSE (k->>3)::bigint END) AS used
      FROM done d, jsonb_array_elements(d.counters) k GROUP BY 1, 2, 3) w
    WHERE u.subject = w.s AND u.unit = w.n AND u.period = w.p
  )
  SELECT count(*) INTO settled FROM done;
  RETURN settled;
END $$;
--> statement-breakpoint
-- What a call is summed under, one row a dimension; `tree` once for each department of the path.
CREATE FUNCTION usage_keys(user_id uuid, department_id uuid, department_path text, app text, model_id uuid, api_key_id uuid,
  supplier_id uuid) RETURNS TABLE (dimension text, key text) LANGUAGE sql IMMUTABLE AS $$
  SELECT * FROM (VALUES ('all', 'all'), ('app', app), ('user', user_id::text), ('model', coalesce(model_id, '00000000-0000-0000-0000-000000000000')::text),
    ('department', coalesce(department_id, '00000000-0000-0000-0000-000000000000')::text), ('key', api_key_id::text), ('supplier', supplier_id::text)) v (d, k)
  WHERE k IS NOT NULL
  UNION ALL
  SELECT 'tree', part FROM unnest(string_to_array(department_path, '/')) part WHERE part <> ''
$$;
--> statement-breakpoint
-- Adds settled rows that no rollup has counted yet, each exactly once, and answers how many it took. One caller at a time.
CREATE FUNCTION roll_up_usage(most int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  taken int;
BEGIN
  PERFORM pg_advisory_xact_lock(7205759404);
  WITH b AS (
    UPDATE usage_ledger l SET rolled_up = true
    FROM (SELECT id, day FROM usage_ledger WHERE settled_at IS NOT NULL AND NOT rolled_up ORDER BY settled_at LIMIT most) fresh
    WHERE l.id = fresh.id AND l.day = fresh.day
    RETURNING l.*
  ), fine AS (
    INSERT INTO usage_daily (day, user_id, department_id, app, model_id, api_key_id, department_path, model_name, calls, failed, questions, sessions, input_tokens, output_tokens, reasoning_tokens, cached_tokens, images, audio_ms, characters, cost_micros, duration_ms, first_token_ms, first_tokens, within_500, within_1000, within_2000, within_5000, within_10000)
    SELECT b.day, b.user_id, coalesce(b.department_id, '00000000-0000-0000-0000-000000000000'), b.app, coalesce(b.model_id, '00000000-0000-0000-0000-000000000000'),
      coalesce(b.api_key_id, '00000000-0000-0000-0000-000000000000'), b.department_path, b.model_name,
      count(*),
      count(*) filter (where b.outcome in ('failed', 'interrupted')),
      count(*) filter (where b.is_question),
      count(*) filter (where b.is_opening),
      coalesce(sum(b.input_tokens), 0),
      coalesce(sum(b.output_tokens), 0),
      coalesce(sum(b.reasoning_tokens), 0),
      coalesce(sum(b.cached_tokens), 0),
      coalesce(sum(b.images), 0),
      coalesce(sum(b.audio_ms), 0),
      coalesce(sum(b.characters), 0),
      coalesce(sum(b.cost_micros), 0),
      coalesce(sum(b.duration_ms), 0),
      coalesce(sum(b.first_token_ms), 0),
      count(b.first_token_ms),
      count(*) filter (where b.first_token_ms <= 500),
      count(*) filter (where b.first_token_ms <= 1000),
      count(*) filter (where b.first_token_ms <= 2000),
      count(*) filter (where b.first_token_ms <= 5000),
      count(*) filter (where b.first_token_ms <= 10000)
    FROM b GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
    ON CONFLICT ON CONSTRAINT usage_daily_pkey DO UPDATE SET
      calls = usage_daily.calls + excluded.calls,
      failed = usage_daily.failed + excluded.failed,
      questions = usage_daily.questions + excluded.questions,
      sessions = usage_daily.sessions + excluded.sessions,
      input_tokens = usage_daily.input_tokens + excluded.input_tokens,
      output_tokens = usage_daily.output_tokens + excluded.output_tokens,
      reasoning_tokens = usage_daily.reasoning_tokens + excluded.reasoning_tokens,
      cached_tokens = usage_daily.cached_tokens + excluded.cached_tokens,
      images = usage_daily.images + excluded.images,
      audio_ms = usage_daily.audio_ms + excluded.audio_ms,
      characters = usage_daily.characters + excluded.characters,
      cost_micros = usage_daily.cost_micros + excluded.cost_micros,
      duration_ms = usage_daily.duration_ms + excluded.duration_ms,
      first_token_ms = usage_daily.first_token_ms + excluded.first_token_ms,
      first_tokens = usage_daily.first_tokens + excluded.first_tokens,
      within_500 = usage_daily.within_500 + excluded.within_500,
      within_1000 = usage_daily.within_1000 + excluded.within_1000,
      within_2000 = usage_daily.within_2000 + excluded.within_2000,
      within_5000 = usage_daily.within_5000 + excluded.within_5000,
      within_10000 = usage_daily.within_10000 + excluded.within_10000
  ), totals AS (
    INSERT INTO usage_totals (grain, dimension, period, key, calls, failed, questions, sessions, input_tokens, output_tokens, reasoning_tokens, cached_tokens, images, audio_ms, characters, cost_micros, duration_ms, first_token_ms, first_tokens, within_500, within_1000, within_2000, within_5000, within_10000)
    SELECT grain, dimension, CASE grain WHEN 'day' THEN b.day ELSE date_trunc('month', b.day)::date END, key,
      count(*),
      count(*) filter (where b.outcome in ('failed', 'interrupted')),
      count(*) filter (where b.is_question),
      count(*) filter (where b.is_opening),
      coalesce(sum(b.input_tokens), 0),
      coalesce(sum(b.output_tokens), 0),
      coalesce(sum(b.reasoning_tokens), 0),
      coalesce(sum(b.cached_tokens), 0),
      coalesce(sum(b.images), 0),
      coalesce(sum(b.audio_ms), 0),
      coalesce(sum(b.characters), 0),
      coalesce(sum(b.cost_micros), 0),
      coalesce(sum(b.duration_ms), 0),
      coalesce(sum(b.first_token_ms), 0),
      count(b.first_token_ms),
      count(*) filter (where b.first_token_ms <= 500),
      count(*) filter (where b.first_token_ms <= 1000),
      count(*) filter (where b.first_token_ms <= 2000),
      count(*) filter (where b.first_token_ms <= 5000),
      count(*) filter (where b.first_token_ms <= 10000)
    FROM b CROSS JOIN (VALUES ('day'), ('month')) grains (grain) CROSS JOIN LATERAL usage_keys(b.user_id, b.department_id,
      b.department_path, b.app, b.model_id, b.api_key_id, b.supplier_id) AS k (dimension, key)
    GROUP BY 1, 2, 3, 4
    ON CONFLICT (grain, dimension, period, key) DO UPDATE SET
      calls = usage_totals.calls + excluded.calls,
      failed = usage_totals.failed + excluded.failed,
      questions = usage_totals.questions + excluded.questions,
      sessions = usage_totals.sessions + excluded.sessions,
      input_tokens = usage_totals.input_tokens + excluded.input_tokens,
      output_tokens = usage_totals.output_tokens + excluded.output_tokens,
      reasoning_tokens = usage_totals.reasoning_tokens + excluded.reasoning_tokens,
      cached_tokens = usage_totals.cached_tokens + excluded.cached_tokens,
      images = usage_totals.images + excluded.images,
      audio_ms = usage_totals.audio_ms + excluded.audio_ms,
      characters = usage_totals.characters + excluded.characters,
      cost_micros = usage_totals.cost_micros + excluded.cost_micros,
      duration_ms = usage_totals.duration_ms + excluded.duration_ms,
      first_token_ms = usage_totals.first_token_ms + excluded.first_token_ms,
      first_tokens = usage_totals.first_tokens + excluded.first_tokens,
      within_500 = usage_totals.within_500 + excluded.within_500,
      within_1000 = usage_totals.within_1000 + excluded.within_1000,
      within_2000 = usage_totals.within_2000 + excluded.within_2000,
      within_5000 = usage_totals.within_5000 + excluded.within_5000,
      within_10000 = usage_totals.within_10000 + excluded.within_10000
  )
  SELECT count(*) INTO taken FROM b;
  RETURN taken;
END $$;
