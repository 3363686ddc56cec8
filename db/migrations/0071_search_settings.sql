CREATE TABLE "search_prompt_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"key" text NOT NULL,
	"version" integer NOT NULL,
	"template" text NOT NULL,
	"author_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "search_prompt_versions_key" UNIQUE NULLS NOT DISTINCT("user_id","key","version")
);
--> statement-breakpoint
CREATE TABLE "search_settings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"values" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "search_settings_user_key" UNIQUE NULLS NOT DISTINCT("user_id")
);
--> statement-breakpoint
ALTER TABLE "search_prompt_versions" ADD CONSTRAINT "search_prompt_versions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_prompt_versions" ADD CONSTRAINT "search_prompt_versions_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_settings" ADD CONSTRAINT "search_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;