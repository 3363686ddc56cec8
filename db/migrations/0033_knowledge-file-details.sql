ALTER TABLE "knowledge_files" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "knowledge_files" ADD COLUMN "folder" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "knowledge_files" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "knowledge_files" ADD COLUMN "visibility" text DEFAULT 'all' NOT NULL;--> statement-breakpoint
ALTER TABLE "knowledge_files" ADD COLUMN "valid_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "knowledge_files" ADD COLUMN "valid_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "knowledge_files" ADD CONSTRAINT "knowledge_files_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "knowledge_files_owner_idx" ON "knowledge_files" USING btree ("owner_id");