-- The answer's run a call belongs to: `<run>` for its first call, `<run>:<number>` for those after tools or a cut; null for
-- calls of other callers, whose ids are their own.
CREATE FUNCTION run_of(request_id text) RETURNS uuid LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT CASE WHEN request_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(:[0-9]+)?$'
    THEN split_part(request_id, ':', 1)::uuid END
$$;
