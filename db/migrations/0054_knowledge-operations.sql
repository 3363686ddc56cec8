CREATE TABLE "gap_checks" (
	"finding_id" uuid PRIMARY KEY NOT NULL,
	"gap_id" uuid NOT NULL,
	"miss" text,
	"cited" integer DEFAULT 0 NOT NULL,
	"supported" integer DEFAULT 0 NOT NULL,
	"parts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"checked_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "gap_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"gap_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"actor_id" uuid,
	"facts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "knowledge_answers" (
	"message_id" uuid NOT NULL,
	"base_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"department_id" uuid,
	"app" text NOT NULL,
	"day" date NOT NULL,
	"answered_at" timestamp with time zone NOT NULL,
	"outcome" text NOT NULL,
	"cited" integer DEFAULT 0 NOT NULL,
	"supported" integer DEFAULT 0 NOT NULL,
	"cost_micros" bigint DEFAULT 0 NOT NULL,
	"feedback" text,
	"feedback_reason" text,
	"question_key" text NOT NULL,
	"used" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "knowledge_answers_message_id_base_id_pk" PRIMARY KEY("message_id","base_id")
);
--> statement-breakpoint
CREATE TABLE "knowledge_askers" (
	"base_id" uuid NOT NULL,
	"day" date NOT NULL,
	"user_id" uuid NOT NULL,
	"department_id" uuid NOT NULL,
	CONSTRAINT "knowledge_askers_base_id_day_user_id_department_id_pk" PRIMARY KEY("base_id","day","user_id","department_id")
);
--> statement-breakpoint
CREATE TABLE "knowledge_days" (
	"base_id" uuid NOT NULL,
	"day" date NOT NULL,
	"department_id" uuid NOT NULL,
	"questions" integer DEFAULT 0 NOT NULL,
	"answered" integer DEFAULT 0 NOT NULL,
	"not_found" integer DEFAULT 0 NOT NULL,
	"cited" integer DEFAULT 0 NOT NULL,
	"supported" integer DEFAULT 0 NOT NULL,
	"likes" integer DEFAULT 0 NOT NULL,
	"dislikes" integer DEFAULT 0 NOT NULL,
	"cost_micros" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "knowledge_days_base_id_day_department_id_pk" PRIMARY KEY("base_id","day","department_id")
);
--> statement-breakpoint
CREATE TABLE "knowledge_findings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"base_id" uuid NOT NULL,
	"message_id" uuid,
	"kind" text NOT NULL,
	"causes" text[] NOT NULL,
	"is_by_asker" boolean NOT NULL,
	"asker_id" uuid NOT NULL,
	"department_id" uuid,
	"reason" text,
	"state" text DEFAULT 'open' NOT NULL,
	"assignee_id" uuid,
	"gap_id" uuid,
	"qa_id" uuid,
	"recall_item_id" uuid,
	"asked_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "knowledge_findings_message_key" UNIQUE("message_id","base_id","kind")
);
--> statement-breakpoint
CREATE TABLE "knowledge_gaps" (
	"id" uuid PRIMARY KEY NOT NULL,
	"base_id" uuid NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"owner_id" uuid,
	"due_at" timestamp with time zone,
	"center" jsonb NOT NULL,
	"model_id" uuid,
	"state_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "knowledge_questions" (
	"base_id" uuid NOT NULL,
	"day" date NOT NULL,
	"question_key" text NOT NULL,
	"questions" integer DEFAULT 0 NOT NULL,
	"answered" integer DEFAULT 0 NOT NULL,
	"message_id" uuid NOT NULL,
	CONSTRAINT "knowledge_questions_base_id_day_question_key_pk" PRIMARY KEY("base_id","day","question_key")
);
--> statement-breakpoint
CREATE TABLE "parameter_backups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"base_id" uuid,
	"name" text NOT NULL,
	"kind" text DEFAULT 'manual' NOT NULL,
	"settings" jsonb NOT NULL,
	"author_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recall_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"set_id" uuid NOT NULL,
	"question" text NOT NULL,
	"expected" jsonb NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"origin" text DEFAULT 'typed' NOT NULL,
	"trace" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recall_results" (
	"run_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"first" jsonb NOT NULL,
	"second" jsonb,
	CONSTRAINT "recall_results_run_id_item_id_pk" PRIMARY KEY("run_id","item_id")
);
--> statement-breakpoint
CREATE TABLE "recall_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"set_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"settings" jsonb NOT NULL,
	"others" jsonb,
	"state" text DEFAULT 'running' NOT NULL,
	"questions" integer DEFAULT 0 NOT NULL,
	"figures" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "recall_sets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"base_id" uuid NOT NULL,
	"name" text NOT NULL,
	"author_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recommended_questions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"content" text NOT NULL,
	"base_id" uuid,
	"knowledge_file_ids" uuid[] DEFAULT '{}' NOT NULL,
	"is_shown" boolean DEFAULT true NOT NULL,
	"is_sticky" boolean DEFAULT false NOT NULL,
	"position" integer NOT NULL,
	"origin" text DEFAULT 'manual' NOT NULL,
	"question_key" text,
	"author_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recommended_questions_key" UNIQUE("base_id","question_key")
);
--> statement-breakpoint
CREATE TABLE "slice_uses" (
	"base_id" uuid NOT NULL,
	"day" date NOT NULL,
	"knowledge_file_id" uuid NOT NULL,
	"slice_key" text NOT NULL,
	"hits" integer DEFAULT 0 NOT NULL,
	"cited" integer DEFAULT 0 NOT NULL,
	"likes" integer DEFAULT 0 NOT NULL,
	"dislikes" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "slice_uses_base_id_day_knowledge_file_id_slice_key_pk" PRIMARY KEY("base_id","day","knowledge_file_id","slice_key")
);
--> statement-breakpoint
CREATE TABLE "knowledge_qas" (
	"id" uuid PRIMARY KEY NOT NULL,
	"base_id" uuid,
	"question" text NOT NULL,
	"answer" text NOT NULL,
	"synonyms" text[] DEFAULT '{}' NOT NULL,
	"citations" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"valid_from" timestamp with time zone,
	"valid_until" timestamp with time zone,
	"visibility" text DEFAULT 'all' NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"origin" text DEFAULT 'typed' NOT NULL,
	"author_id" uuid NOT NULL,
	"message_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "qa_phrases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"qa_id" uuid NOT NULL,
	"key" text NOT NULL,
	"terms" text[] NOT NULL,
	"model_id" uuid,
	"embedding" vector
);
--> statement-breakpoint
ALTER TABLE "gap_checks" ADD CONSTRAINT "gap_checks_finding_id_knowledge_findings_id_fk" FOREIGN KEY ("finding_id") REFERENCES "public"."knowledge_findings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gap_checks" ADD CONSTRAINT "gap_checks_gap_id_knowledge_gaps_id_fk" FOREIGN KEY ("gap_id") REFERENCES "public"."knowledge_gaps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gap_events" ADD CONSTRAINT "gap_events_gap_id_knowledge_gaps_id_fk" FOREIGN KEY ("gap_id") REFERENCES "public"."knowledge_gaps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gap_events" ADD CONSTRAINT "gap_events_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_answers" ADD CONSTRAINT "knowledge_answers_base_id_knowledge_bases_id_fk" FOREIGN KEY ("base_id") REFERENCES "public"."knowledge_bases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_answers" ADD CONSTRAINT "knowledge_answers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_askers" ADD CONSTRAINT "knowledge_askers_base_id_knowledge_bases_id_fk" FOREIGN KEY ("base_id") REFERENCES "public"."knowledge_bases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_askers" ADD CONSTRAINT "knowledge_askers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_days" ADD CONSTRAINT "knowledge_days_base_id_knowledge_bases_id_fk" FOREIGN KEY ("base_id") REFERENCES "public"."knowledge_bases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_findings" ADD CONSTRAINT "knowledge_findings_base_id_knowledge_bases_id_fk" FOREIGN KEY ("base_id") REFERENCES "public"."knowledge_bases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_findings" ADD CONSTRAINT "knowledge_findings_message_id_chat_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."chat_messages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_findings" ADD CONSTRAINT "knowledge_findings_asker_id_users_id_fk" FOREIGN KEY ("asker_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_findings" ADD CONSTRAINT "knowledge_findings_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_findings" ADD CONSTRAINT "knowledge_findings_gap_id_knowledge_gaps_id_fk" FOREIGN KEY ("gap_id") REFERENCES "public"."knowledge_gaps"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_findings" ADD CONSTRAINT "knowledge_findings_qa_id_knowledge_qas_id_fk" FOREIGN KEY ("qa_id") REFERENCES "public"."knowledge_qas"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_findings" ADD CONSTRAINT "knowledge_findings_recall_item_id_recall_items_id_fk" FOREIGN KEY ("recall_item_id") REFERENCES "public"."recall_items"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_gaps" ADD CONSTRAINT "knowledge_gaps_base_id_knowledge_bases_id_fk" FOREIGN KEY ("base_id") REFERENCES "public"."knowledge_bases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_gaps" ADD CONSTRAINT "knowledge_gaps_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_questions" ADD CONSTRAINT "knowledge_questions_base_id_knowledge_bases_id_fk" FOREIGN KEY ("base_id") REFERENCES "public"."knowledge_bases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parameter_backups" ADD CONSTRAINT "parameter_backups_base_id_knowledge_bases_id_fk" FOREIGN KEY ("base_id") REFERENCES "public"."knowledge_bases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parameter_backups" ADD CONSTRAINT "parameter_backups_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recall_items" ADD CONSTRAINT "recall_items_set_id_recall_sets_id_fk" FOREIGN KEY ("set_id") REFERENCES "public"."recall_sets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recall_results" ADD CONSTRAINT "recall_results_run_id_recall_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."recall_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recall_results" ADD CONSTRAINT "recall_results_item_id_recall_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."recall_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recall_runs" ADD CONSTRAINT "recall_runs_set_id_recall_sets_id_fk" FOREIGN KEY ("set_id") REFERENCES "public"."recall_sets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recall_runs" ADD CONSTRAINT "recall_runs_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recall_sets" ADD CONSTRAINT "recall_sets_base_id_knowledge_bases_id_fk" FOREIGN KEY ("base_id") REFERENCES "public"."knowledge_bases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recall_sets" ADD CONSTRAINT "recall_sets_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recommended_questions" ADD CONSTRAINT "recommended_questions_base_id_knowledge_bases_id_fk" FOREIGN KEY ("base_id") REFERENCES "public"."knowledge_bases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recommended_questions" ADD CONSTRAINT "recommended_questions_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slice_uses" ADD CONSTRAINT "slice_uses_base_id_knowledge_bases_id_fk" FOREIGN KEY ("base_id") REFERENCES "public"."knowledge_bases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_qas" ADD CONSTRAINT "knowledge_qas_base_id_knowledge_bases_id_fk" FOREIGN KEY ("base_id") REFERENCES "public"."knowledge_bases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_qas" ADD CONSTRAINT "knowledge_qas_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_qas" ADD CONSTRAINT "knowledge_qas_message_id_chat_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."chat_messages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "qa_phrases" ADD CONSTRAINT "qa_phrases_qa_id_knowledge_qas_id_fk" FOREIGN KEY ("qa_id") REFERENCES "public"."knowledge_qas"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gap_checks_gap_idx" ON "gap_checks" USING btree ("gap_id");--> statement-breakpoint
CREATE INDEX "gap_events_gap_idx" ON "gap_events" USING btree ("gap_id","id");--> statement-breakpoint
CREATE INDEX "knowledge_answers_base_idx" ON "knowledge_answers" USING btree ("base_id","answered_at");--> statement-breakpoint
CREATE INDEX "knowledge_answers_user_idx" ON "knowledge_answers" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "knowledge_answers_feedback_idx" ON "knowledge_answers" USING btree ("base_id","answered_at") WHERE feedback = 'dislike';--> statement-breakpoint
CREATE INDEX "knowledge_askers_user_idx" ON "knowledge_askers" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "knowledge_findings_base_idx" ON "knowledge_findings" USING btree ("base_id","kind","asked_at");--> statement-breakpoint
CREATE INDEX "knowledge_findings_gap_idx" ON "knowledge_findings" USING btree ("gap_id");--> statement-breakpoint
CREATE INDEX "knowledge_findings_asker_idx" ON "knowledge_findings" USING btree ("asker_id");--> statement-breakpoint
CREATE INDEX "knowledge_findings_assignee_idx" ON "knowledge_findings" USING btree ("assignee_id");--> statement-breakpoint
CREATE INDEX "knowledge_findings_qa_idx" ON "knowledge_findings" USING btree ("qa_id");--> statement-breakpoint
CREATE INDEX "knowledge_findings_recall_idx" ON "knowledge_findings" USING btree ("recall_item_id");--> statement-breakpoint
CREATE INDEX "knowledge_gaps_base_idx" ON "knowledge_gaps" USING btree ("base_id","state","state_at");--> statement-breakpoint
CREATE INDEX "knowledge_gaps_owner_idx" ON "knowledge_gaps" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "parameter_backups_base_idx" ON "parameter_backups" USING btree ("base_id","id");--> statement-breakpoint
CREATE INDEX "parameter_backups_author_idx" ON "parameter_backups" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "recall_items_set_idx" ON "recall_items" USING btree ("set_id","id");--> statement-breakpoint
CREATE INDEX "recall_results_item_idx" ON "recall_results" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "recall_runs_set_idx" ON "recall_runs" USING btree ("set_id","id");--> statement-breakpoint
CREATE INDEX "recall_runs_author_idx" ON "recall_runs" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "recall_sets_base_idx" ON "recall_sets" USING btree ("base_id","id");--> statement-breakpoint
CREATE INDEX "recall_sets_author_idx" ON "recall_sets" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "recommended_questions_base_idx" ON "recommended_questions" USING btree ("base_id");--> statement-breakpoint
CREATE INDEX "recommended_questions_author_idx" ON "recommended_questions" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "knowledge_qas_base_idx" ON "knowledge_qas" USING btree ("base_id","id");--> statement-breakpoint
CREATE INDEX "knowledge_qas_author_idx" ON "knowledge_qas" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "knowledge_qas_message_idx" ON "knowledge_qas" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "qa_phrases_qa_idx" ON "qa_phrases" USING btree ("qa_id");--> statement-breakpoint
CREATE INDEX "qa_phrases_key_idx" ON "qa_phrases" USING btree ("key");--> statement-breakpoint
CREATE INDEX "qa_phrases_terms_idx" ON "qa_phrases" USING gin ("terms");