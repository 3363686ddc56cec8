-- Departments by where they stood at the time of a call, so that their tree is read without every person's row.
CREATE OR REPLACE FUNCTION usage_keys(user_id uuid, department_id uuid, department_path text, app text, model_id uuid,
  api_key_id uuid, supplier_id uuid) RETURNS TABLE (dimension text, key text) LANGUAGE sql IMMUTABLE AS $$
  SELECT * FROM (VALUES ('all', 'all'), ('app', app), ('user', user_id::text), ('model', coalesce(model_id, '00000000-0000-0000-0000-000000000000')::text),
    ('department', coalesce(department_id, '00000000-0000-0000-0000-000000000000')::text), ('path', department_path),
    ('key', api_key_id::text), ('supplier', supplier_id::text)) v (d, k)
  WHERE k IS NOT NULL
  UNION ALL
  SELECT 'tree', part FROM unnest(string_to_array(department_path, '/')) part WHERE part <> ''
$$;
--> statement-breakpoint
-- Nobody counts calls meanwhile (ROLLUP_LOCK); what was counted before gets its rows. Without histograms, which took most
-- of the time: nobody is told percentiles of a path.
SELECT pg_advisory_xact_lock(7205759404);
--> statement-breakpoint
INSERT INTO "usage_totals" ("grain", "dimension", "period", "key", "calls", "failed", "questions", "sessions", "input_tokens", "output_tokens", "reasoning_tokens", "cached_tokens", "images", "audio_ms", "characters", "cost_micros", "duration_ms", "first_token_ms", "unpriced", "first_tokens")
SELECT 'day', 'path', "day", "department_path", sum("calls"), sum("failed"), sum("questions"), sum("sessions"), sum("input_tokens"), sum("output_tokens"), sum("reasoning_tokens"), sum("cached_tokens"), sum("images"), sum("audio_ms"), sum("characters"), sum("cost_micros"), sum("duration_ms"), sum("first_token_ms"), sum("unpriced"), sum("first_tokens")
FROM "usage_daily" GROUP BY "day", "department_path";
--> statement-breakpoint
INSERT INTO "usage_totals" ("grain", "dimension", "period", "key", "calls", "failed", "questions", "sessions", "input_tokens", "output_tokens", "reasoning_tokens", "cached_tokens", "images", "audio_ms", "characters", "cost_micros", "duration_ms", "first_token_ms", "unpriced", "first_tokens")
SELECT 'month', 'path', date_trunc('month', "period")::date, "key", sum("calls"), sum("failed"), sum("questions"), sum("sessions"), sum("input_tokens"), sum("output_tokens"), sum("reasoning_tokens"), sum("cached_tokens"), sum("images"), sum("audio_ms"), sum("characters"), sum("cost_micros"), sum("duration_ms"), sum("first_token_ms"), sum("unpriced"), sum("first_tokens")
FROM "usage_totals" WHERE "grain" = 'day' AND "dimension" = 'path' GROUP BY 3, "key";
