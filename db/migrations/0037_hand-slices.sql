CREATE TABLE "hand_slices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"knowledge_file_id" uuid NOT NULL,
	"version_id" uuid NOT NULL,
	"from_offset" integer NOT NULL,
	"to_offset" integer NOT NULL,
	"part" integer NOT NULL,
	"part_to" integer NOT NULL,
	"heading" text DEFAULT '' NOT NULL,
	"anchor" text NOT NULL,
	"text" text NOT NULL,
	"is_disabled" boolean DEFAULT false NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"is_added" boolean DEFAULT false NOT NULL,
	"place" integer,
	"is_open" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "slice_edits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"knowledge_file_id" uuid NOT NULL,
	"hand_ids" uuid[] NOT NULL,
	"kind" text NOT NULL,
	"actor_id" uuid,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"similarity" real,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "slices" ALTER COLUMN "ordinal" SET DATA TYPE double precision;--> statement-breakpoint
ALTER TABLE "knowledge_files" ADD COLUMN "hand_revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "slice_sets" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "slice_sets" ADD COLUMN "kept" jsonb;--> statement-breakpoint
ALTER TABLE "slices" ADD COLUMN "parent" integer;--> statement-breakpoint
ALTER TABLE "slices" ADD COLUMN "hand_id" uuid;--> statement-breakpoint
ALTER TABLE "slices" ADD COLUMN "is_edited" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "slices" ADD COLUMN "is_disabled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "hand_slices" ADD CONSTRAINT "hand_slices_knowledge_file_id_knowledge_files_id_fk" FOREIGN KEY ("knowledge_file_id") REFERENCES "public"."knowledge_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slice_edits" ADD CONSTRAINT "slice_edits_knowledge_file_id_knowledge_files_id_fk" FOREIGN KEY ("knowledge_file_id") REFERENCES "public"."knowledge_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slice_edits" ADD CONSTRAINT "slice_edits_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "hand_slices_file_idx" ON "hand_slices" USING btree ("knowledge_file_id");--> statement-breakpoint
CREATE INDEX "slice_edits_file_idx" ON "slice_edits" USING btree ("knowledge_file_id","id");--> statement-breakpoint
CREATE INDEX "slices_hand_idx" ON "slices" USING btree ("hand_id") WHERE hand_id is not null;