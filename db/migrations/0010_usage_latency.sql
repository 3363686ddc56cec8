ALTER TABLE "usage_daily" ADD COLUMN "unpriced" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "usage_daily" ADD COLUMN "latency" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "usage_totals" ADD COLUMN "unpriced" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "usage_totals" ADD COLUMN "latency" jsonb DEFAULT '{}'::jsonb NOT NULL;