CREATE TABLE "knowledge_chat_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"config" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "knowledge_open_questions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"message_id" uuid NOT NULL,
	"base_id" uuid NOT NULL,
	"asker_id" uuid NOT NULL,
	"question" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "knowledge_open_questions_message_key" UNIQUE("message_id","base_id")
);
--> statement-breakpoint
CREATE TABLE "session_bases" (
	"session_id" uuid NOT NULL,
	"base_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "session_bases_session_id_base_id_pk" PRIMARY KEY("session_id","base_id")
);
--> statement-breakpoint
ALTER TABLE "knowledge_chat_settings" ADD CONSTRAINT "knowledge_chat_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_open_questions" ADD CONSTRAINT "knowledge_open_questions_message_id_chat_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."chat_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_open_questions" ADD CONSTRAINT "knowledge_open_questions_base_id_knowledge_bases_id_fk" FOREIGN KEY ("base_id") REFERENCES "public"."knowledge_bases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_open_questions" ADD CONSTRAINT "knowledge_open_questions_asker_id_users_id_fk" FOREIGN KEY ("asker_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_bases" ADD CONSTRAINT "session_bases_session_id_chat_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."chat_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_bases" ADD CONSTRAINT "session_bases_base_id_knowledge_bases_id_fk" FOREIGN KEY ("base_id") REFERENCES "public"."knowledge_bases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "knowledge_open_questions_base_idx" ON "knowledge_open_questions" USING btree ("base_id");--> statement-breakpoint
CREATE INDEX "knowledge_open_questions_asker_idx" ON "knowledge_open_questions" USING btree ("asker_id");--> statement-breakpoint
CREATE INDEX "session_bases_base_idx" ON "session_bases" USING btree ("base_id");