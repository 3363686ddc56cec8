CREATE TABLE "app_categories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name_zh" text NOT NULL,
	"name_en" text NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "app_feedback" (
	"id" uuid PRIMARY KEY NOT NULL,
	"app_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "app_folders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "app_marks" (
	"user_id" uuid NOT NULL,
	"app_id" uuid NOT NULL,
	"favourite_at" timestamp with time zone,
	"used_at" timestamp with time zone,
	"folder_id" uuid,
	CONSTRAINT "app_marks_user_id_app_id_pk" PRIMARY KEY("user_id","app_id")
);
--> statement-breakpoint
CREATE TABLE "app_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"app_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"decider_id" uuid,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "app_use_days" (
	"app_id" uuid NOT NULL,
	"day" date NOT NULL,
	"user_id" uuid NOT NULL,
	"uses" integer DEFAULT 0 NOT NULL,
	"begun" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "app_use_days_app_id_day_user_id_pk" PRIMARY KEY("app_id","day","user_id")
);
--> statement-breakpoint
CREATE TABLE "app_versions" (
	"app_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"settings" jsonb NOT NULL,
	"author_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "app_versions_app_id_version_pk" PRIMARY KEY("app_id","version")
);
--> statement-breakpoint
CREATE TABLE "apps" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"icon" text NOT NULL,
	"visibility" text DEFAULT 'self' NOT NULL,
	"category_id" uuid,
	"draft" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"draft_revision" integer DEFAULT 0 NOT NULL,
	"draft_at" timestamp with time zone DEFAULT now() NOT NULL,
	"draft_by_id" uuid,
	"version" integer,
	"published_revision" integer,
	"published_at" timestamp with time zone,
	"is_trial" boolean DEFAULT false NOT NULL,
	"uses" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "chat_sessions" ADD COLUMN "about_id" uuid;--> statement-breakpoint
ALTER TABLE "app_feedback" ADD CONSTRAINT "app_feedback_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_feedback" ADD CONSTRAINT "app_feedback_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_folders" ADD CONSTRAINT "app_folders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_marks" ADD CONSTRAINT "app_marks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_marks" ADD CONSTRAINT "app_marks_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_marks" ADD CONSTRAINT "app_marks_folder_id_app_folders_id_fk" FOREIGN KEY ("folder_id") REFERENCES "public"."app_folders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_requests" ADD CONSTRAINT "app_requests_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_requests" ADD CONSTRAINT "app_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_requests" ADD CONSTRAINT "app_requests_decider_id_users_id_fk" FOREIGN KEY ("decider_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_use_days" ADD CONSTRAINT "app_use_days_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_use_days" ADD CONSTRAINT "app_use_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_versions" ADD CONSTRAINT "app_versions_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_versions" ADD CONSTRAINT "app_versions_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "apps" ADD CONSTRAINT "apps_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "apps" ADD CONSTRAINT "apps_category_id_app_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."app_categories"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "apps" ADD CONSTRAINT "apps_draft_by_id_users_id_fk" FOREIGN KEY ("draft_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "app_feedback_app_idx" ON "app_feedback" USING btree ("app_id","id");--> statement-breakpoint
CREATE INDEX "app_feedback_user_idx" ON "app_feedback" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "app_folders_name_key" ON "app_folders" USING btree ("user_id","name");--> statement-breakpoint
CREATE INDEX "app_marks_used_idx" ON "app_marks" USING btree ("user_id","used_at");--> statement-breakpoint
CREATE INDEX "app_marks_app_idx" ON "app_marks" USING btree ("app_id");--> statement-breakpoint
CREATE INDEX "app_marks_folder_idx" ON "app_marks" USING btree ("folder_id");--> statement-breakpoint
CREATE UNIQUE INDEX "app_requests_open_key" ON "app_requests" USING btree ("app_id","user_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "app_requests_user_idx" ON "app_requests" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "app_use_days_user_idx" ON "app_use_days" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "apps_owner_idx" ON "apps" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "apps_category_idx" ON "apps" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "apps_updated_idx" ON "apps" USING btree ("updated_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "apps_uses_idx" ON "apps" USING btree ("uses","id") WHERE deleted_at is null and version is not null;--> statement-breakpoint
CREATE INDEX "chat_sessions_about_idx" ON "chat_sessions" USING btree ("about_id") WHERE about_id is not null;