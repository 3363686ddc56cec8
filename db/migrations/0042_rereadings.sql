CREATE TABLE "knowledge_rereadings" (
	"knowledge_file_id" uuid PRIMARY KEY NOT NULL,
	"version_id" uuid NOT NULL,
	"instead_of" uuid NOT NULL,
	"status" text DEFAULT 'running' NOT NULL,
	"failure" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "knowledge_rereadings" ADD CONSTRAINT "knowledge_rereadings_knowledge_file_id_knowledge_files_id_fk" FOREIGN KEY ("knowledge_file_id") REFERENCES "public"."knowledge_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_rereadings" ADD CONSTRAINT "knowledge_rereadings_version_id_file_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."file_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "knowledge_rereadings_version_idx" ON "knowledge_rereadings" USING btree ("version_id");