CREATE TABLE "recognised_pages" (
	"version_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"page" jsonb,
	"is_failed" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recognised_pages_version_id_number_pk" PRIMARY KEY("version_id","number")
);
--> statement-breakpoint
ALTER TABLE "recognised_pages" ADD CONSTRAINT "recognised_pages_version_id_file_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."file_versions"("id") ON DELETE cascade ON UPDATE no action;