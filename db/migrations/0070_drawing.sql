CREATE TABLE "drawing_folders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "drawing_pictures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"drawing_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"file_id" uuid NOT NULL,
	"thumbnail_id" uuid NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"folder_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "drawings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"prompt" text NOT NULL,
	"negative_prompt" text DEFAULT '' NOT NULL,
	"model_id" uuid NOT NULL,
	"model_name" text NOT NULL,
	"shape" text,
	"size" text,
	"quality" text,
	"style" text,
	"count" integer NOT NULL,
	"seed" bigint,
	"root_id" uuid NOT NULL,
	"parent_id" uuid,
	"mask_file_id" uuid,
	"reference_ids" uuid[] DEFAULT '{}'::uuid[] NOT NULL,
	"folder_id" uuid,
	"status" text DEFAULT 'waiting' NOT NULL,
	"failure" text,
	"revised_prompt" text,
	"held_back" integer DEFAULT 0 NOT NULL,
	"review" text DEFAULT 'none' NOT NULL,
	"cost_micros" bigint,
	"currency" text,
	"duration_ms" integer,
	"idempotency_key" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "drawing_folders" ADD CONSTRAINT "drawing_folders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drawing_pictures" ADD CONSTRAINT "drawing_pictures_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drawing_pictures" ADD CONSTRAINT "drawing_pictures_drawing_id_drawings_id_fk" FOREIGN KEY ("drawing_id") REFERENCES "public"."drawings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drawing_pictures" ADD CONSTRAINT "drawing_pictures_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drawing_pictures" ADD CONSTRAINT "drawing_pictures_thumbnail_id_files_id_fk" FOREIGN KEY ("thumbnail_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drawing_pictures" ADD CONSTRAINT "drawing_pictures_folder_id_drawing_folders_id_fk" FOREIGN KEY ("folder_id") REFERENCES "public"."drawing_folders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drawings" ADD CONSTRAINT "drawings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drawings" ADD CONSTRAINT "drawings_parent_id_drawing_pictures_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."drawing_pictures"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drawings" ADD CONSTRAINT "drawings_mask_file_id_files_id_fk" FOREIGN KEY ("mask_file_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drawings" ADD CONSTRAINT "drawings_folder_id_drawing_folders_id_fk" FOREIGN KEY ("folder_id") REFERENCES "public"."drawing_folders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "drawing_folders_name_key" ON "drawing_folders" USING btree ("user_id","name");--> statement-breakpoint
CREATE INDEX "drawing_pictures_user_idx" ON "drawing_pictures" USING btree ("user_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "drawing_pictures_trash_idx" ON "drawing_pictures" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "drawing_pictures_drawing_idx" ON "drawing_pictures" USING btree ("drawing_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "drawing_pictures_file_key" ON "drawing_pictures" USING btree ("file_id");--> statement-breakpoint
CREATE UNIQUE INDEX "drawing_pictures_thumbnail_key" ON "drawing_pictures" USING btree ("thumbnail_id");--> statement-breakpoint
CREATE UNIQUE INDEX "drawings_idempotency_key" ON "drawings" USING btree ("user_id","idempotency_key") WHERE idempotency_key is not null;--> statement-breakpoint
CREATE INDEX "drawings_user_idx" ON "drawings" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "drawings_root_idx" ON "drawings" USING btree ("root_id","created_at");--> statement-breakpoint
CREATE INDEX "drawings_open_idx" ON "drawings" USING btree ("user_id") WHERE status in ('waiting', 'running');--> statement-breakpoint
CREATE INDEX "drawings_parent_idx" ON "drawings" USING btree ("parent_id");