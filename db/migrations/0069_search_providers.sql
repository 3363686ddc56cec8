CREATE TABLE "search_calls" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider_id" uuid,
	"provider_name" text NOT NULL,
	"kind" text NOT NULL,
	"outcome" text NOT NULL,
	"hits" integer DEFAULT 0 NOT NULL,
	"duration_ms" integer DEFAULT 0 NOT NULL,
	"cost_micros" bigint DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"user_id" uuid,
	"app" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_providers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"base_url" text NOT NULL,
	"key_cipher" text,
	"key_hint" text DEFAULT '' NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"daily_quota" integer,
	"cost_micros" bigint DEFAULT 0 NOT NULL,
	"status" text DEFAULT 'unknown' NOT NULL,
	"checked_at" timestamp with time zone,
	"check_error" text,
	"cooldown_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "search_calls" ADD CONSTRAINT "search_calls_provider_id_search_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."search_providers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_calls" ADD CONSTRAINT "search_calls_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "search_calls_time_idx" ON "search_calls" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "search_calls_failed_idx" ON "search_calls" USING btree ("provider_id","created_at") WHERE outcome <> 'done';--> statement-breakpoint
CREATE UNIQUE INDEX "search_providers_name_key" ON "search_providers" USING btree ("name");--> statement-breakpoint
-- The one search service there was becomes the first provider, with its key as it is encrypted.
INSERT INTO "search_providers" ("id", "kind", "name", "base_url", "key_cipher", "key_hint", "sort", "status", "checked_at", "check_error")
SELECT gen_random_uuid(), settings->>'provider',
	CASE settings->>'provider' WHEN 'searxng' THEN 'SearXNG' WHEN 'brave' THEN 'Brave Search' WHEN 'tavily' THEN 'Tavily' ELSE '博查 Bocha' END,
	settings->>'baseUrl', credential_cipher, credential_hint, 1, status, checked_at, check_error
FROM "tools" WHERE key = 'web_search' AND settings->>'provider' IN ('searxng', 'brave', 'tavily', 'bocha') AND settings->>'baseUrl' <> '';
--> statement-breakpoint
UPDATE "tools" SET settings = settings - 'provider' - 'baseUrl', credential_cipher = NULL, credential_hint = '' WHERE key = 'web_search';
