-- As before, in the language that keeps the plans of its statements for the life of a connection: each admission planned
-- them anew.
CREATE OR REPLACE FUNCTION take_counters(calls jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE usage_counters u SET reserved = u.reserved + w.wanted
  FROM (SELECT k->>0 AS s, k->>1 AS n, k->>2 AS p, sum((k->>3)::bigint) AS wanted
    FROM jsonb_array_elements(calls) x, jsonb_array_elements(x->'counters') k GROUP BY 1, 2, 3) w
  WHERE u.subject = w.s AND u.unit = w.n AND u.period = w.p;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION open_calls(calls jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO usage_ledger (id, request_id, user_id, department_id, department_path, app, model_id, model_name, model_type,
    api_key_id, session_id, is_question, is_opening, instance, day, reserved_tokens, counters, created_at)
  SELECT r.id, r.request_id, r.user_id, r.department_id, r.department_path, r.app, r.model_id, r.model_name, r.model_type,
    r.api_key_id, r.session_id, r.is_question, r.is_opening, r.instance, r.day, r.reserved_tokens, r.counters,
    coalesce(r.created_at, now())
  FROM jsonb_to_recordset(calls) AS r (id uuid, request_id text, user_id uuid, department_id uuid, department_path text,
    app text, model_id uuid, model_name text, model_type text, api_key_id uuid, session_id uuid, is_question boolean,
    is_opening boolean, instance text, day date, reserved_tokens int, counters jsonb, created_at timestamptz)
  WHERE r.id IS NOT NULL;
END $$;
