CREATE TABLE "picture_descriptions" (
	"sha256" text NOT NULL,
	"model_id" uuid NOT NULL,
	"language" text NOT NULL,
	"text" text NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "picture_descriptions_sha256_model_id_language_pk" PRIMARY KEY("sha256","model_id","language")
);
--> statement-breakpoint
ALTER TABLE "knowledge_bases" ADD COLUMN "vision_model_id" uuid;--> statement-breakpoint
ALTER TABLE "slice_sets" ADD COLUMN "pictures" jsonb;--> statement-breakpoint
ALTER TABLE "slices" ADD COLUMN "picture" text;--> statement-breakpoint
CREATE INDEX "picture_descriptions_used_idx" ON "picture_descriptions" USING btree ("used_at");