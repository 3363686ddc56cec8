CREATE TABLE "alike_files" (
	"file_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"likeness" real NOT NULL,
	"kept_at" timestamp with time zone,
	CONSTRAINT "alike_files_file_id_other_id_pk" PRIMARY KEY("file_id","other_id")
);
--> statement-breakpoint
CREATE TABLE "text_sketches" (
	"version_id" uuid PRIMARY KEY NOT NULL,
	"leads" integer[] NOT NULL,
	"sketch" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alike_files" ADD CONSTRAINT "alike_files_file_id_knowledge_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."knowledge_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alike_files" ADD CONSTRAINT "alike_files_other_id_knowledge_files_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."knowledge_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "text_sketches" ADD CONSTRAINT "text_sketches_version_id_file_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."file_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alike_files_other_idx" ON "alike_files" USING btree ("other_id");--> statement-breakpoint
CREATE INDEX "text_sketches_leads_idx" ON "text_sketches" USING gin ("leads");