CREATE TABLE "web_robots" (
	"origin" text PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"robots" text,
	"crawl_delay_ms" integer,
	"read_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "web_robots_host_idx" ON "web_robots" USING btree ("host");--> statement-breakpoint
ALTER TABLE "web_hosts" DROP COLUMN "robots";--> statement-breakpoint
ALTER TABLE "web_hosts" DROP COLUMN "robots_at";