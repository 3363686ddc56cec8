ALTER TABLE "record_reads" ALTER COLUMN "session_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "request_logs" ADD COLUMN "session_id" uuid;--> statement-breakpoint
ALTER TABLE "record_reads" ADD COLUMN "call_id" uuid;--> statement-breakpoint
ALTER TABLE "record_reads" ADD COLUMN "call_app" text;--> statement-breakpoint
ALTER TABLE "record_reads" ADD COLUMN "called_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "request_logs_session_idx" ON "request_logs" USING btree ("session_id") WHERE content_cipher is not null;