ALTER TABLE "knowledge_askers" ADD COLUMN "grain" text DEFAULT 'day' NOT NULL;--> statement-breakpoint
ALTER TABLE "knowledge_questions" ADD COLUMN "grain" text DEFAULT 'day' NOT NULL;--> statement-breakpoint
ALTER TABLE "slice_uses" ADD COLUMN "grain" text DEFAULT 'day' NOT NULL;--> statement-breakpoint
ALTER TABLE "knowledge_askers" DROP CONSTRAINT "knowledge_askers_base_id_day_user_id_department_id_pk";--> statement-breakpoint
ALTER TABLE "knowledge_questions" DROP CONSTRAINT "knowledge_questions_base_id_day_question_key_pk";--> statement-breakpoint
ALTER TABLE "slice_uses" DROP CONSTRAINT "slice_uses_base_id_day_knowledge_file_id_slice_key_pk";--> statement-breakpoint
ALTER TABLE "knowledge_askers" ADD CONSTRAINT "knowledge_askers_base_id_grain_day_user_id_department_id_pk" PRIMARY KEY("base_id","grain","day","user_id","department_id");--> statement-breakpoint
ALTER TABLE "knowledge_questions" ADD CONSTRAINT "knowledge_questions_base_id_grain_day_question_key_pk" PRIMARY KEY("base_id","grain","day","question_key");--> statement-breakpoint
ALTER TABLE "slice_uses" ADD CONSTRAINT "slice_uses_base_id_grain_day_knowledge_file_id_slice_key_pk" PRIMARY KEY("base_id","grain","day","knowledge_file_id","slice_key");--> statement-breakpoint
-- What was counted before gets its months.
INSERT INTO "knowledge_askers" ("base_id", "grain", "day", "user_id", "department_id")
SELECT DISTINCT "base_id", 'month', date_trunc('month', "day")::date, "user_id", "department_id" FROM "knowledge_askers";--> statement-breakpoint
INSERT INTO "knowledge_questions" ("base_id", "grain", "day", "question_key", "questions", "answered", "message_id")
SELECT "base_id", 'month', date_trunc('month', "day")::date, "question_key", sum("questions"), sum("answered"),
  (array_agg("message_id" ORDER BY "day" DESC))[1]
FROM "knowledge_questions" GROUP BY 1, 3, 4;--> statement-breakpoint
INSERT INTO "slice_uses" ("base_id", "grain", "day", "knowledge_file_id", "slice_key", "hits", "cited", "likes", "dislikes")
SELECT "base_id", 'month', date_trunc('month', "day")::date, "knowledge_file_id", "slice_key", sum("hits"), sum("cited"),
  sum("likes"), sum("dislikes")
FROM "slice_uses" GROUP BY 1, 3, 4, 5;
