CREATE TABLE "knowledge_drafts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"base_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"message_id" uuid,
	"origin_kind" text NOT NULL,
	"origin_title" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"decider_id" uuid,
	"decided_at" timestamp with time zone,
	"knowledge_file_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "knowledge_drafts" ADD CONSTRAINT "knowledge_drafts_base_id_knowledge_bases_id_fk" FOREIGN KEY ("base_id") REFERENCES "public"."knowledge_bases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_drafts" ADD CONSTRAINT "knowledge_drafts_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_drafts" ADD CONSTRAINT "knowledge_drafts_message_id_chat_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."chat_messages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_drafts" ADD CONSTRAINT "knowledge_drafts_decider_id_users_id_fk" FOREIGN KEY ("decider_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_drafts" ADD CONSTRAINT "knowledge_drafts_knowledge_file_id_knowledge_files_id_fk" FOREIGN KEY ("knowledge_file_id") REFERENCES "public"."knowledge_files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "knowledge_drafts_base_idx" ON "knowledge_drafts" USING btree ("base_id","id");--> statement-breakpoint
CREATE INDEX "knowledge_drafts_author_idx" ON "knowledge_drafts" USING btree ("author_id","id");--> statement-breakpoint
CREATE INDEX "knowledge_drafts_decider_idx" ON "knowledge_drafts" USING btree ("decider_id");--> statement-breakpoint
CREATE INDEX "knowledge_drafts_message_idx" ON "knowledge_drafts" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "knowledge_drafts_file_idx" ON "knowledge_drafts" USING btree ("knowledge_file_id");