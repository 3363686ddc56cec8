CREATE TABLE "knowledge_pages" (
	"knowledge_file_id" uuid PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"refresh" text DEFAULT 'never' NOT NULL,
	"status" text DEFAULT 'found' NOT NULL,
	"failure" text,
	"etag" text,
	"modified" text,
	"checked_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "knowledge_pages" ADD CONSTRAINT "knowledge_pages_knowledge_file_id_knowledge_files_id_fk" FOREIGN KEY ("knowledge_file_id") REFERENCES "public"."knowledge_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "knowledge_pages_due_idx" ON "knowledge_pages" USING btree ("checked_at") WHERE refresh <> 'never';