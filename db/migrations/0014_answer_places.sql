-- Whether a person may have one more answer written: null, or the limit that is reached. Counting and the insert of the
-- statement that asks are one step for a person: the lock ends with the statement, and a volatile function sees what was
-- committed while it waited. An answer without a heartbeat for 20 s is driven by nobody and does not count.
CREATE FUNCTION refuse_answer(asker uuid, chat uuid, comparison uuid, person_most int, chat_most int) RETURNS text
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  own int;
  here int;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(asker::text, 8));
  -- Answers of the same comparison stand side by side.
  SELECT count(*), count(*) FILTER (WHERE r.session_id = chat AND (comparison IS NULL OR m.comparison_id IS DISTINCT FROM comparison))
    INTO own, here
    FROM runs r LEFT JOIN chat_messages m ON m.id = r.message_id
    WHERE r.user_id = asker AND r.status = 'running' AND r.heartbeat_at > now() - interval '20 seconds';
  IF here >= chat_most THEN RETURN 'answers chat ' || chat_most; END IF;
  IF own >= person_most THEN RETURN 'answers person ' || person_most; END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- As before, and calls that are open: they are given back, none stays used.
CREATE OR REPLACE FUNCTION settle_calls(rows jsonb) RETURNS int LANGUAGE plpgsql AS $$
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
          WHEN 'calls' THEN 0 ELSE (k->>3)::bigint END) AS used
      FROM done d, jsonb_array_elements(d.counters) k GROUP BY 1, 2, 3) w
    WHERE u.subject = w.s AND u.unit = w.n AND u.period = w.p
  )
  SELECT count(*) INTO settled FROM done;
  RETURN settled;
END $$;
