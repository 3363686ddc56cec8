CREATE TABLE "login_channels" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"name_zh" text NOT NULL,
	"name_en" text NOT NULL,
	"status" text DEFAULT 'disabled' NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"secrets" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"app" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"provisioning" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"sync" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"scim_token_hash" text,
	"issuer" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"tested_version" integer,
	"tested_at" timestamp with time zone,
	"failure" text,
	"failed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "external_departments" (
	"channel_id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"department_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "external_departments_channel_id_external_id_pk" PRIMARY KEY("channel_id","external_id")
);
--> statement-breakpoint
CREATE TABLE "login_flows" (
	"id" uuid PRIMARY KEY NOT NULL,
	"channel_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"actor_id" uuid,
	"state_hash" text NOT NULL,
	"browser_hash" text NOT NULL,
	"secrets_cipher" text NOT NULL,
	"redirect_to" text DEFAULT '/' NOT NULL,
	"result_cipher" text,
	"used_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scim_group_members" (
	"group_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "scim_group_members_group_id_user_id_pk" PRIMARY KEY("group_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "scim_groups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"channel_id" uuid NOT NULL,
	"display_name" text NOT NULL,
	"external_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "scim_groups_name_key" UNIQUE("channel_id","display_name")
);
--> statement-breakpoint
CREATE TABLE "scim_users" (
	"channel_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"user_name" text NOT NULL,
	"user_name_key" text NOT NULL,
	"external_id" text,
	"attributes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "scim_users_channel_id_user_id_pk" PRIMARY KEY("channel_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "sync_items" (
	"run_id" uuid NOT NULL,
	"no" integer NOT NULL,
	"subject" text NOT NULL,
	"action" text NOT NULL,
	"external_id" text NOT NULL,
	"target_id" uuid,
	"name" text NOT NULL,
	"account" text DEFAULT '' NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"reason" text,
	"state" text DEFAULT 'planned' NOT NULL,
	CONSTRAINT "sync_items_run_id_no_pk" PRIMARY KEY("run_id","no")
);
--> statement-breakpoint
CREATE TABLE "sync_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"channel_id" uuid NOT NULL,
	"status" text DEFAULT 'reading' NOT NULL,
	"trigger" text NOT NULL,
	"actor_id" uuid,
	"summary" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"needs_review" boolean DEFAULT false NOT NULL,
	"cancel_requested" boolean DEFAULT false NOT NULL,
	"failure" text,
	"channel_version" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "external_identities" ADD COLUMN "channel_id" uuid;--> statement-breakpoint
ALTER TABLE "external_identities" ADD COLUMN "label" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "external_identities" ADD COLUMN "last_used_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "external_departments" ADD CONSTRAINT "external_departments_channel_id_login_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."login_channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "external_departments" ADD CONSTRAINT "external_departments_department_id_departments_id_fk" FOREIGN KEY ("department_id") REFERENCES "public"."departments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_flows" ADD CONSTRAINT "login_flows_channel_id_login_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."login_channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_flows" ADD CONSTRAINT "login_flows_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scim_group_members" ADD CONSTRAINT "scim_group_members_group_id_scim_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."scim_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scim_group_members" ADD CONSTRAINT "scim_group_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scim_groups" ADD CONSTRAINT "scim_groups_channel_id_login_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."login_channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scim_users" ADD CONSTRAINT "scim_users_channel_id_login_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."login_channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scim_users" ADD CONSTRAINT "scim_users_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_items" ADD CONSTRAINT "sync_items_run_id_sync_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."sync_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_runs" ADD CONSTRAINT "sync_runs_channel_id_login_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."login_channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_runs" ADD CONSTRAINT "sync_runs_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "login_channels_default_key" ON "login_channels" USING btree ("is_default") WHERE "login_channels"."is_default";--> statement-breakpoint
CREATE UNIQUE INDEX "login_channels_issuer_key" ON "login_channels" USING btree ("issuer");--> statement-breakpoint
CREATE UNIQUE INDEX "login_channels_scim_key" ON "login_channels" USING btree ("scim_token_hash");--> statement-breakpoint
CREATE INDEX "external_departments_department_idx" ON "external_departments" USING btree ("department_id");--> statement-breakpoint
CREATE UNIQUE INDEX "login_flows_state_key" ON "login_flows" USING btree ("state_hash");--> statement-breakpoint
CREATE INDEX "login_flows_expires_idx" ON "login_flows" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "scim_group_members_user_idx" ON "scim_group_members" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "scim_users_name_key" ON "scim_users" USING btree ("channel_id","user_name_key");--> statement-breakpoint
CREATE INDEX "scim_users_external_idx" ON "scim_users" USING btree ("channel_id","external_id");--> statement-breakpoint
CREATE INDEX "sync_items_filter_idx" ON "sync_items" USING btree ("run_id","subject","action");--> statement-breakpoint
CREATE INDEX "sync_runs_channel_idx" ON "sync_runs" USING btree ("channel_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sync_runs_open_key" ON "sync_runs" USING btree ("channel_id") WHERE "sync_runs"."status" in ('reading', 'applying');--> statement-breakpoint
ALTER TABLE "external_identities" ADD CONSTRAINT "external_identities_channel_id_login_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."login_channels"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "external_identities_channel_idx" ON "external_identities" USING btree ("channel_id");