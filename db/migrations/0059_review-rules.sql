CREATE TABLE "review_hits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"rule_id" uuid,
	"rule_name" text NOT NULL,
	"keyword" text NOT NULL,
	"side" text NOT NULL,
	"user_id" uuid NOT NULL,
	"department_id" uuid,
	"app" text NOT NULL,
	"api_key_id" uuid,
	"session_id" uuid,
	"message_id" uuid,
	"content" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "review_rules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"type" text DEFAULT 'default' NOT NULL,
	"keywords" text[] NOT NULL,
	"preset_reply" text NOT NULL,
	"reviews_input" boolean NOT NULL,
	"reviews_output" boolean NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "review_hits" ADD CONSTRAINT "review_hits_rule_id_review_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."review_rules"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_hits" ADD CONSTRAINT "review_hits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_hits" ADD CONSTRAINT "review_hits_department_id_departments_id_fk" FOREIGN KEY ("department_id") REFERENCES "public"."departments"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "review_hits_time_idx" ON "review_hits" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "review_hits_message_idx" ON "review_hits" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "review_hits_user_idx" ON "review_hits" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "review_hits_rule_idx" ON "review_hits" USING btree ("rule_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "review_rules_name_key" ON "review_rules" USING btree (lower("name"));