CREATE TABLE "document_cells" (
	"column_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"failure" text,
	"lease_until" timestamp with time zone,
	"lease_id" uuid,
	"text" text DEFAULT '' NOT NULL,
	"citations" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "document_cells_column_id_document_id_pk" PRIMARY KEY("column_id","document_id")
);
--> statement-breakpoint
CREATE TABLE "document_columns" (
	"id" uuid PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"question" text NOT NULL,
	"position" integer NOT NULL,
	"model_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "document_folders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "document_overviews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"document_id" uuid NOT NULL,
	"version_id" uuid NOT NULL,
	"locale" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"failure" text,
	"progress" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp with time zone,
	"lease_id" uuid,
	"model_name" text,
	"content" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "document_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"config" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"folder_id" uuid,
	"last_read_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "embedding_cache" (
	"model_id" uuid NOT NULL,
	"sha256" text NOT NULL,
	"embedding" vector NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "embedding_cache_model_id_sha256_pk" PRIMARY KEY("model_id","sha256")
);
--> statement-breakpoint
CREATE TABLE "parsed_versions" (
	"version_id" uuid PRIMARY KEY NOT NULL,
	"status" text DEFAULT 'uploaded' NOT NULL,
	"failure" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp with time zone,
	"lease_id" uuid,
	"cancel_requested_at" timestamp with time zone,
	"format" text NOT NULL,
	"parser" integer DEFAULT 0 NOT NULL,
	"characters" integer DEFAULT 0 NOT NULL,
	"tokens" integer DEFAULT 0 NOT NULL,
	"parts" integer DEFAULT 0 NOT NULL,
	"language" text,
	"title" text DEFAULT '' NOT NULL,
	"index" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "session_documents" (
	"session_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "session_documents_session_id_document_id_pk" PRIMARY KEY("session_id","document_id")
);
--> statement-breakpoint
CREATE TABLE "slice_sets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version_id" uuid NOT NULL,
	"owner" text NOT NULL,
	"segmentation" jsonb NOT NULL,
	"embedding_model_id" uuid,
	"is_ready" boolean DEFAULT false NOT NULL,
	"slice_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "slice_vectors" (
	"slice_id" uuid NOT NULL,
	"model_id" uuid NOT NULL,
	"set_id" uuid NOT NULL,
	"dimensions" integer NOT NULL,
	"embedding" vector NOT NULL,
	CONSTRAINT "slice_vectors_slice_id_model_id_pk" PRIMARY KEY("slice_id","model_id")
);
--> statement-breakpoint
CREATE TABLE "slices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"set_id" uuid NOT NULL,
	"ordinal" integer NOT NULL,
	"from_offset" integer NOT NULL,
	"to_offset" integer NOT NULL,
	"part" integer DEFAULT 1 NOT NULL,
	"part_to" integer DEFAULT 1 NOT NULL,
	"heading" text DEFAULT '' NOT NULL,
	"text" text NOT NULL,
	"tokens" integer NOT NULL,
	"terms" "tsvector" NOT NULL,
	"term_count" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "cited_sentences" integer;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "supported_sentences" integer;--> statement-breakpoint
ALTER TABLE "document_cells" ADD CONSTRAINT "document_cells_column_id_document_columns_id_fk" FOREIGN KEY ("column_id") REFERENCES "public"."document_columns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_cells" ADD CONSTRAINT "document_cells_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_columns" ADD CONSTRAINT "document_columns_session_id_chat_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."chat_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_columns" ADD CONSTRAINT "document_columns_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_folders" ADD CONSTRAINT "document_folders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_overviews" ADD CONSTRAINT "document_overviews_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_overviews" ADD CONSTRAINT "document_overviews_version_id_file_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."file_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_settings" ADD CONSTRAINT "document_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_folder_id_document_folders_id_fk" FOREIGN KEY ("folder_id") REFERENCES "public"."document_folders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parsed_versions" ADD CONSTRAINT "parsed_versions_version_id_file_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."file_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_documents" ADD CONSTRAINT "session_documents_session_id_chat_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."chat_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_documents" ADD CONSTRAINT "session_documents_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slice_sets" ADD CONSTRAINT "slice_sets_version_id_file_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."file_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slice_vectors" ADD CONSTRAINT "slice_vectors_slice_id_slices_id_fk" FOREIGN KEY ("slice_id") REFERENCES "public"."slices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slices" ADD CONSTRAINT "slices_set_id_slice_sets_id_fk" FOREIGN KEY ("set_id") REFERENCES "public"."slice_sets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "document_cells_status_idx" ON "document_cells" USING btree ("status","lease_until");--> statement-breakpoint
CREATE INDEX "document_columns_session_idx" ON "document_columns" USING btree ("session_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "document_folders_name_key" ON "document_folders" USING btree ("user_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "document_overviews_key" ON "document_overviews" USING btree ("version_id","locale");--> statement-breakpoint
CREATE INDEX "document_overviews_status_idx" ON "document_overviews" USING btree ("status","lease_until");--> statement-breakpoint
CREATE UNIQUE INDEX "documents_file_key" ON "documents" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "documents_user_idx" ON "documents" USING btree ("user_id","last_read_at") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "embedding_cache_used_idx" ON "embedding_cache" USING btree ("used_at");--> statement-breakpoint
CREATE INDEX "parsed_versions_status_idx" ON "parsed_versions" USING btree ("status","lease_until");--> statement-breakpoint
CREATE INDEX "session_documents_document_idx" ON "session_documents" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "slice_sets_version_idx" ON "slice_sets" USING btree ("version_id","owner");--> statement-breakpoint
CREATE UNIQUE INDEX "slice_sets_ready_key" ON "slice_sets" USING btree ("version_id","owner") WHERE is_ready;--> statement-breakpoint
CREATE INDEX "slice_vectors_set_idx" ON "slice_vectors" USING btree ("set_id","model_id");--> statement-breakpoint
CREATE UNIQUE INDEX "slices_ordinal_key" ON "slices" USING btree ("set_id","ordinal");--> statement-breakpoint
CREATE INDEX "slices_terms_idx" ON "slices" USING gin ("terms");--> statement-breakpoint
-- Out of line, the planner would leave the index of a small table aside and an exact search takes 2.7 times as long.
ALTER TABLE "slice_vectors" ALTER COLUMN "embedding" SET STORAGE PLAIN;
