CREATE TABLE "app_run_steps" (
	"run_id" uuid NOT NULL,
	"step_id" text NOT NULL,
	"node_id" text NOT NULL,
	"status" text NOT NULL,
	"attempts" integer DEFAULT 1 NOT NULL,
	"input" jsonb,
	"output" jsonb,
	"handle" text,
	"failure" text,
	"failure_args" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"failure_detail" text DEFAULT '' NOT NULL,
	"is_cached" boolean DEFAULT false NOT NULL,
	"is_simulated" boolean DEFAULT false NOT NULL,
	"input_tokens" bigint DEFAULT 0 NOT NULL,
	"output_tokens" bigint DEFAULT 0 NOT NULL,
	"cost_micros" bigint DEFAULT 0 NOT NULL,
	"currency" text,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "app_run_steps_run_id_step_id_pk" PRIMARY KEY("run_id","step_id")
);
--> statement-breakpoint
CREATE TABLE "app_run_waits" (
	"run_id" uuid NOT NULL,
	"step_id" text NOT NULL,
	"kind" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"assignee_id" uuid,
	"due_at" timestamp with time zone,
	"remind_at" timestamp with time zone,
	"answered_at" timestamp with time zone,
	"answered_by_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "app_run_waits_run_id_step_id_pk" PRIMARY KEY("run_id","step_id")
);
--> statement-breakpoint
CREATE TABLE "app_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"app_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"trigger" text DEFAULT 'person' NOT NULL,
	"trigger_id" uuid,
	"version" integer,
	"graph" jsonb,
	"status" text DEFAULT 'queued' NOT NULL,
	"inputs" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"files" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"output" text,
	"failure" text,
	"failure_args" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"failure_detail" text DEFAULT '' NOT NULL,
	"failed_step" text,
	"based_on_id" uuid,
	"basis" jsonb,
	"resumed" integer DEFAULT 0 NOT NULL,
	"worked_ms" bigint DEFAULT 0 NOT NULL,
	"input_tokens" bigint DEFAULT 0 NOT NULL,
	"output_tokens" bigint DEFAULT 0 NOT NULL,
	"cost_micros" bigint DEFAULT 0 NOT NULL,
	"currency" text,
	"idempotency_key" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "app_triggers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"app_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"is_on" boolean DEFAULT true NOT NULL,
	"inputs" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"cron" text,
	"time_zone" text,
	"next_at" timestamp with time zone,
	"secret_cipher" text,
	"last_at" timestamp with time zone,
	"last_run_id" uuid,
	"failure" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "app_run_steps" ADD CONSTRAINT "app_run_steps_run_id_app_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."app_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_run_waits" ADD CONSTRAINT "app_run_waits_run_id_app_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."app_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_run_waits" ADD CONSTRAINT "app_run_waits_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_run_waits" ADD CONSTRAINT "app_run_waits_answered_by_id_users_id_fk" FOREIGN KEY ("answered_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_runs" ADD CONSTRAINT "app_runs_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_runs" ADD CONSTRAINT "app_runs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_triggers" ADD CONSTRAINT "app_triggers_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "app_run_waits_assignee_idx" ON "app_run_waits" USING btree ("assignee_id","created_at") WHERE answered_at is null;--> statement-breakpoint
CREATE INDEX "app_run_waits_due_idx" ON "app_run_waits" USING btree ("due_at") WHERE answered_at is null;--> statement-breakpoint
CREATE INDEX "app_run_waits_remind_idx" ON "app_run_waits" USING btree ("remind_at") WHERE answered_at is null;--> statement-breakpoint
CREATE INDEX "app_run_waits_answered_by_idx" ON "app_run_waits" USING btree ("answered_by_id");--> statement-breakpoint
CREATE INDEX "app_runs_app_idx" ON "app_runs" USING btree ("app_id","created_at");--> statement-breakpoint
CREATE INDEX "app_runs_user_idx" ON "app_runs" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "app_runs_key" ON "app_runs" USING btree ("user_id","idempotency_key") WHERE idempotency_key is not null;--> statement-breakpoint
CREATE INDEX "app_runs_ended_idx" ON "app_runs" USING btree ("ended_at") WHERE ended_at is not null;--> statement-breakpoint
CREATE INDEX "app_triggers_app_idx" ON "app_triggers" USING btree ("app_id");--> statement-breakpoint
CREATE INDEX "app_triggers_next_idx" ON "app_triggers" USING btree ("next_at") WHERE is_on and next_at is not null;