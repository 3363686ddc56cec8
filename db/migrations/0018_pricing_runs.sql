CREATE TABLE "pricing_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid,
	"owner_account" text NOT NULL,
	"request" jsonb NOT NULL,
	"channel_id" uuid NOT NULL,
	"from_day" date NOT NULL,
	"until_day" date NOT NULL,
	"status" text DEFAULT 'running' NOT NULL,
	"total" integer NOT NULL,
	"checked" integer DEFAULT 0 NOT NULL,
	"priced" integer DEFAULT 0 NOT NULL,
	"amount_micros" bigint DEFAULT 0 NOT NULL,
	"cursor_day" date,
	"cursor_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "pricing_runs" ADD CONSTRAINT "pricing_runs_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pricing_runs" ADD CONSTRAINT "pricing_runs_channel_id_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "pricing_runs_running_key" ON "pricing_runs" USING btree ("channel_id") WHERE status = 'running';--> statement-breakpoint
CREATE INDEX "pricing_runs_owner_idx" ON "pricing_runs" USING btree ("owner_id","id");--> statement-breakpoint
CREATE INDEX "usage_ledger_unpriced_idx" ON "usage_ledger" USING btree ("channel_id","day","id") WHERE cost_micros is null and settled_at is not null and input_tokens + output_tokens + images + audio_ms + characters > 0;