ALTER TABLE "login_sources" ADD COLUMN "codes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "login_sources" ADD COLUMN "codes_since" timestamp with time zone DEFAULT now() NOT NULL;