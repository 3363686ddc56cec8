CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"secret_hash" text NOT NULL,
	"hint" text NOT NULL,
	"scopes" text[],
	"model_ids" uuid[],
	"addresses" text[],
	"requests_per_minute" integer,
	"tokens_per_minute" integer,
	"daily_token_limit" integer,
	"expires_at" timestamp with time zone,
	"status" text DEFAULT 'enabled' NOT NULL,
	"last_used_at" timestamp with time zone,
	"last_used_address" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "breakers" (
	"channel_id" uuid NOT NULL,
	"key_id" uuid NOT NULL,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"openings" integer DEFAULT 1 NOT NULL,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"retry_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "breakers_channel_id_key_id_pk" PRIMARY KEY("channel_id","key_id")
);
--> statement-breakpoint
CREATE TABLE "health_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"model_id" uuid,
	"channel_id" uuid,
	"key_id" uuid,
	"event" text NOT NULL,
	"reason" text,
	"latency_ms" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "request_logs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"app" text NOT NULL,
	"user_id" uuid NOT NULL,
	"api_key_id" uuid,
	"model_id" uuid,
	"model_name" text NOT NULL,
	"kind" text NOT NULL,
	"outcome" text NOT NULL,
	"error" text,
	"attempts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"content_cipher" text,
	"level" text NOT NULL,
	"input_tokens" integer DEFAULT 0 NOT NULL,
	"output_tokens" integer DEFAULT 0 NOT NULL,
	"duration_ms" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "channel_prices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"channel_id" uuid NOT NULL,
	"valid_from" date NOT NULL,
	"valid_until" date,
	"currency" text NOT NULL,
	"input_per_million" bigint,
	"output_per_million" bigint,
	"cached_per_million" bigint,
	"per_image" bigint,
	"per_minute" bigint,
	"per_million_characters" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "budget_notices" (
	"budget_id" uuid NOT NULL,
	"period" text NOT NULL,
	"level" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "budget_notices_budget_id_period_level_pk" PRIMARY KEY("budget_id","period","level")
);
--> statement-breakpoint
CREATE TABLE "budgets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" text NOT NULL,
	"period" text NOT NULL,
	"limit_micros" bigint NOT NULL,
	"currency" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "instances" (
	"id" text PRIMARY KEY NOT NULL,
	"heartbeat_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "usage_checks" (
	"day" date PRIMARY KEY NOT NULL,
	"differences" jsonb NOT NULL,
	"calls" bigint NOT NULL,
	"tokens" bigint NOT NULL,
	"checked_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "usage_counters" (
	"subject" text NOT NULL,
	"unit" text NOT NULL,
	"period" text NOT NULL,
	"used" bigint DEFAULT 0 NOT NULL,
	"reserved" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "usage_counters_subject_unit_period_pk" PRIMARY KEY("subject","unit","period")
);
--> statement-breakpoint
CREATE TABLE "usage_daily" (
	"day" date NOT NULL,
	"user_id" uuid NOT NULL,
	"department_id" uuid NOT NULL,
	"app" text NOT NULL,
	"model_id" uuid NOT NULL,
	"api_key_id" uuid NOT NULL,
	"department_path" text NOT NULL,
	"model_name" text NOT NULL,
	"calls" bigint DEFAULT 0 NOT NULL,
	"failed" bigint DEFAULT 0 NOT NULL,
	"questions" bigint DEFAULT 0 NOT NULL,
	"sessions" bigint DEFAULT 0 NOT NULL,
	"input_tokens" bigint DEFAULT 0 NOT NULL,
	"output_tokens" bigint DEFAULT 0 NOT NULL,
	"reasoning_tokens" bigint DEFAULT 0 NOT NULL,
	"cached_tokens" bigint DEFAULT 0 NOT NULL,
	"images" bigint DEFAULT 0 NOT NULL,
	"audio_ms" bigint DEFAULT 0 NOT NULL,
	"characters" bigint DEFAULT 0 NOT NULL,
	"cost_micros" bigint DEFAULT 0 NOT NULL,
	"duration_ms" bigint DEFAULT 0 NOT NULL,
	"first_token_ms" bigint DEFAULT 0 NOT NULL,
	"first_tokens" bigint DEFAULT 0 NOT NULL,
	"within_500" bigint DEFAULT 0 NOT NULL,
	"within_1000" bigint DEFAULT 0 NOT NULL,
	"within_2000" bigint DEFAULT 0 NOT NULL,
	"within_5000" bigint DEFAULT 0 NOT NULL,
	"within_10000" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "usage_daily_pkey" PRIMARY KEY("day","user_id","department_id","app","model_id","api_key_id","department_path","model_name")
);
--> statement-breakpoint
CREATE TABLE "usage_totals" (
	"grain" text NOT NULL,
	"dimension" text NOT NULL,
	"period" date NOT NULL,
	"key" text NOT NULL,
	"calls" bigint DEFAULT 0 NOT NULL,
	"failed" bigint DEFAULT 0 NOT NULL,
	"questions" bigint DEFAULT 0 NOT NULL,
	"sessions" bigint DEFAULT 0 NOT NULL,
	"input_tokens" bigint DEFAULT 0 NOT NULL,
	"output_tokens" bigint DEFAULT 0 NOT NULL,
	"reasoning_tokens" bigint DEFAULT 0 NOT NULL,
	"cached_tokens" bigint DEFAULT 0 NOT NULL,
	"images" bigint DEFAULT 0 NOT NULL,
	"audio_ms" bigint DEFAULT 0 NOT NULL,
	"characters" bigint DEFAULT 0 NOT NULL,
	"cost_micros" bigint DEFAULT 0 NOT NULL,
	"duration_ms" bigint DEFAULT 0 NOT NULL,
	"first_token_ms" bigint DEFAULT 0 NOT NULL,
	"first_tokens" bigint DEFAULT 0 NOT NULL,
	"within_500" bigint DEFAULT 0 NOT NULL,
	"within_1000" bigint DEFAULT 0 NOT NULL,
	"within_2000" bigint DEFAULT 0 NOT NULL,
	"within_5000" bigint DEFAULT 0 NOT NULL,
	"within_10000" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "usage_totals_grain_dimension_period_key_pk" PRIMARY KEY("grain","dimension","period","key")
);
--> statement-breakpoint
ALTER TABLE "models" ADD COLUMN "probes" jsonb DEFAULT '{}'::jsonb NOT NULL;
--> statement-breakpoint
ALTER TABLE "models" ADD COLUMN "routing" text DEFAULT 'weight' NOT NULL;
--> statement-breakpoint
ALTER TABLE "models" ADD COLUMN "visibility" text DEFAULT 'all' NOT NULL;
--> statement-breakpoint
ALTER TABLE "supplier_keys" ADD COLUMN "name" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "supplier_keys" ADD COLUMN "weight" integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE "supplier_keys" ADD COLUMN "requests_per_minute" integer;
--> statement-breakpoint
ALTER TABLE "supplier_keys" ADD COLUMN "tokens_per_minute" integer;
--> statement-breakpoint
ALTER TABLE "supplier_keys" ADD COLUMN "rotated_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "settings" jsonb DEFAULT '{}'::jsonb NOT NULL;
--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "residency" text;
--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "requests_per_minute" integer;
--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "tokens_per_minute" integer;
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "breakers" ADD CONSTRAINT "breakers_channel_id_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "health_events" ADD CONSTRAINT "health_events_model_id_models_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."models"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "health_events" ADD CONSTRAINT "health_events_channel_id_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "channel_prices" ADD CONSTRAINT "channel_prices_channel_id_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "budget_notices" ADD CONSTRAINT "budget_notices_budget_id_budgets_id_fk" FOREIGN KEY ("budget_id") REFERENCES "public"."budgets"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_secret_key" ON "api_keys" USING btree ("secret_hash");
--> statement-breakpoint
CREATE INDEX "api_keys_user_idx" ON "api_keys" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "health_events_model_idx" ON "health_events" USING btree ("model_id","id");
--> statement-breakpoint
CREATE INDEX "health_events_time_idx" ON "health_events" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "request_logs_time_idx" ON "request_logs" USING btree ("created_at","id");
--> statement-breakpoint
CREATE INDEX "request_logs_model_idx" ON "request_logs" USING btree ("model_id","id");
--> statement-breakpoint
CREATE INDEX "request_logs_user_idx" ON "request_logs" USING btree ("user_id","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "channel_prices_from_key" ON "channel_prices" USING btree ("channel_id","valid_from");
--> statement-breakpoint
CREATE UNIQUE INDEX "budgets_subject_key" ON "budgets" USING btree ("subject_type","subject_id","period");
--> statement-breakpoint
CREATE INDEX "usage_counters_period_idx" ON "usage_counters" USING btree ("period");
--> statement-breakpoint
CREATE INDEX "usage_daily_user_idx" ON "usage_daily" USING btree ("user_id","day");
--> statement-breakpoint
CREATE INDEX "usage_daily_app_idx" ON "usage_daily" USING btree ("app","day");
--> statement-breakpoint
CREATE INDEX "usage_daily_model_idx" ON "usage_daily" USING btree ("model_id","day");
--> statement-breakpoint
CREATE INDEX "usage_daily_department_idx" ON "usage_daily" USING btree ("department_id","day");
--> statement-breakpoint
CREATE INDEX "usage_totals_key_idx" ON "usage_totals" USING btree ("dimension","key","grain","period");
--> statement-breakpoint
-- The ledger, again, partitioned by month of its day: fifty million rows stay quick to add to and to clear out.
ALTER TABLE "usage_ledger" RENAME TO "usage_ledger_old";
--> statement-breakpoint
ALTER TABLE "usage_ledger_old" DROP CONSTRAINT "usage_ledger_pkey";
--> statement-breakpoint
DROP INDEX "usage_ledger_request_key";
--> statement-breakpoint
DROP INDEX "usage_ledger_user_idx";
--> statement-breakpoint
DROP INDEX "usage_ledger_day_idx";
--> statement-breakpoint
CREATE TABLE "usage_ledger" (
	"id" uuid NOT NULL,
	"request_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"department_id" uuid,
	"department_path" text DEFAULT '' NOT NULL,
	"app" text NOT NULL,
	"model_id" uuid,
	"model_name" text NOT NULL,
	"model_type" text NOT NULL,
	"channel_id" uuid,
	"supplier_id" uuid,
	"supplier_key_id" uuid,
	"api_key_id" uuid,
	"session_id" uuid,
	"is_question" boolean DEFAULT false NOT NULL,
	"is_opening" boolean DEFAULT false NOT NULL,
	"instance" text DEFAULT '' NOT NULL,
	"day" date NOT NULL,
	"reserved_tokens" integer DEFAULT 0 NOT NULL,
	"counters" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"input_tokens" integer DEFAULT 0 NOT NULL,
	"output_tokens" integer DEFAULT 0 NOT NULL,
	"reasoning_tokens" integer DEFAULT 0 NOT NULL,
	"cached_tokens" integer DEFAULT 0 NOT NULL,
	"counted_tokens" integer DEFAULT 0 NOT NULL,
	"images" integer DEFAULT 0 NOT NULL,
	"audio_ms" integer DEFAULT 0 NOT NULL,
	"characters" integer DEFAULT 0 NOT NULL,
	"estimated" boolean DEFAULT false NOT NULL,
	"outcome" text DEFAULT 'reserved' NOT NULL,
	"error" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"first_token_ms" integer,
	"duration_ms" integer,
	"cost_micros" bigint,
	"currency" text,
	"rolled_up" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "usage_ledger_pkey" PRIMARY KEY("id","day")
) PARTITION BY RANGE ("day");
--> statement-breakpoint
CREATE INDEX "usage_ledger_user_idx" ON "usage_ledger" USING btree ("user_id","day");
--> statement-breakpoint
CREATE INDEX "usage_ledger_key_idx" ON "usage_ledger" USING btree ("api_key_id","day") WHERE api_key_id is not null;
--> statement-breakpoint
CREATE INDEX "usage_ledger_open_idx" ON "usage_ledger" USING btree ("instance") WHERE outcome = 'reserved';
--> statement-breakpoint
CREATE INDEX "usage_ledger_fresh_idx" ON "usage_ledger" USING btree ("settled_at") WHERE settled_at is not null and not rolled_up;
--> statement-breakpoint
CREATE UNIQUE INDEX "usage_ledger_request_key" ON "usage_ledger" USING btree ("request_id","day");
--> statement-breakpoint
CREATE INDEX "usage_ledger_day_idx" ON "usage_ledger" USING btree ("day","id");
--> statement-breakpoint
-- Makes the monthly partitions from a day on. Rows of a month without one stand in the default partition and stay there.
CREATE FUNCTION ensure_usage_partitions(first date, months int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  month date := date_trunc('month', first)::date;
BEGIN
  FOR i IN 1..months LOOP
    BEGIN
      EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF usage_ledger FOR VALUES FROM (%L) TO (%L)',
        'usage_ledger_' || to_char(month, 'YYYY_MM'), month, (month + interval '1 month')::date);
    EXCEPTION WHEN check_violation THEN
      NULL;
    END;
    month := (month + interval '1 month')::date;
  END LOOP;
END $$;
--> statement-breakpoint
CREATE TABLE "usage_ledger_default" PARTITION OF "usage_ledger" DEFAULT;
--> statement-breakpoint
SELECT ensure_usage_partitions(coalesce((SELECT min("day") FROM "usage_ledger_old"), current_date - 31),
	least(60, 5 + (12 * extract(year from age(current_date, coalesce((SELECT min("day") FROM "usage_ledger_old"), current_date - 31))) + extract(month from age(current_date, coalesce((SELECT min("day") FROM "usage_ledger_old"), current_date - 31))))::int));
--> statement-breakpoint
INSERT INTO "usage_ledger" ("id", "request_id", "user_id", "department_id", "department_path", "app", "model_id", "model_name",
	"model_type", "channel_id", "supplier_id", "day", "reserved_tokens", "counters", "input_tokens", "output_tokens",
	"reasoning_tokens", "cached_tokens", "counted_tokens", "images", "estimated", "outcome", "error", "first_token_ms",
	"duration_ms", "cost_micros", "currency", "created_at", "settled_at")
SELECT "id", "request_id", "user_id", "department_id", "department_path", "app", "model_id", "model_name", "model_type",
	"channel_id", "supplier_id", "day", "reserved_tokens",
	CASE WHEN "outcome" = 'reserved' THEN jsonb_build_array(jsonb_build_array('user:' || "user_id", 'tokens', "day"::text, "reserved_tokens")) ELSE '[]'::jsonb END,
	"input_tokens", "output_tokens", "reasoning_tokens", "cached_tokens", "input_tokens" + "output_tokens", "images", "estimated",
	"outcome", "error", "first_token_ms", "duration_ms", "cost_micros", "currency", "created_at", "settled_at"
FROM "usage_ledger_old";
--> statement-breakpoint
DROP TABLE "usage_ledger_old";
