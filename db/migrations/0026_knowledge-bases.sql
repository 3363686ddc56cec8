CREATE TABLE "knowledge_bases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"icon" text NOT NULL,
	"type" text DEFAULT 'general' NOT NULL,
	"visibility" text DEFAULT 'self' NOT NULL,
	"segmentation" jsonb NOT NULL,
	"embedding_model_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "knowledge_shortcuts" (
	"user_id" uuid NOT NULL,
	"base_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "knowledge_shortcuts_user_id_base_id_pk" PRIMARY KEY("user_id","base_id")
);
--> statement-breakpoint
ALTER TABLE "knowledge_bases" ADD CONSTRAINT "knowledge_bases_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_shortcuts" ADD CONSTRAINT "knowledge_shortcuts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_shortcuts" ADD CONSTRAINT "knowledge_shortcuts_base_id_knowledge_bases_id_fk" FOREIGN KEY ("base_id") REFERENCES "public"."knowledge_bases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "knowledge_bases_owner_idx" ON "knowledge_bases" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "knowledge_bases_updated_idx" ON "knowledge_bases" USING btree ("updated_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "knowledge_shortcuts_base_idx" ON "knowledge_shortcuts" USING btree ("base_id");