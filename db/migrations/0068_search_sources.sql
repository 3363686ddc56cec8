CREATE TABLE "crawl_days" (
	"day" date NOT NULL,
	"user_id" uuid NOT NULL,
	"pages" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "crawl_days_day_user_id_pk" PRIMARY KEY("day","user_id")
);
--> statement-breakpoint
CREATE TABLE "search_reads" (
	"user_id" uuid NOT NULL,
	"page_id" uuid NOT NULL,
	"read_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "search_reads_user_id_page_id_pk" PRIMARY KEY("user_id","page_id")
);
--> statement-breakpoint
CREATE TABLE "search_sources" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid,
	"creator_id" uuid,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"icon_file_id" uuid,
	"domains" text[] NOT NULL,
	"starts" text[] DEFAULT '{}'::text[] NOT NULL,
	"group_name" text DEFAULT '' NOT NULL,
	"is_indexed" boolean DEFAULT true NOT NULL,
	"every_hours" integer DEFAULT 24 NOT NULL,
	"page_cap" integer NOT NULL,
	"pause_ms" integer NOT NULL,
	"crawled_at" timestamp with time zone,
	"changed_pages" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "web_hosts" (
	"host" text PRIMARY KEY NOT NULL,
	"robots" text,
	"robots_at" timestamp with time zone,
	"crawl_delay_ms" integer,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"sitemaps" integer DEFAULT 0 NOT NULL,
	"feeds" integer DEFAULT 0 NOT NULL,
	"listed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "web_pages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"host" text NOT NULL,
	"pattern" text NOT NULL,
	"file_id" uuid,
	"version_id" uuid,
	"set_id" uuid,
	"bytes_hash" text,
	"text_hash" text,
	"size" integer DEFAULT 0 NOT NULL,
	"etag" text,
	"modified" text,
	"title" text DEFAULT '' NOT NULL,
	"language" text,
	"status" text DEFAULT 'waiting' NOT NULL,
	"failure" text,
	"found_by" text NOT NULL,
	"depth" integer DEFAULT 0 NOT NULL,
	"moved_to_id" uuid,
	"failures" integer DEFAULT 0 NOT NULL,
	"fetched_at" timestamp with time zone,
	"checked_at" timestamp with time zone,
	"next_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "crawl_days" ADD CONSTRAINT "crawl_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_reads" ADD CONSTRAINT "search_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_reads" ADD CONSTRAINT "search_reads_page_id_web_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."web_pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_sources" ADD CONSTRAINT "search_sources_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_sources" ADD CONSTRAINT "search_sources_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_sources" ADD CONSTRAINT "search_sources_icon_file_id_files_id_fk" FOREIGN KEY ("icon_file_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "web_pages" ADD CONSTRAINT "web_pages_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "web_pages" ADD CONSTRAINT "web_pages_version_id_file_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."file_versions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "crawl_days_user_idx" ON "crawl_days" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "search_reads_page_idx" ON "search_reads" USING btree ("page_id");--> statement-breakpoint
CREATE INDEX "search_sources_owner_idx" ON "search_sources" USING btree ("owner_id","updated_at");--> statement-breakpoint
CREATE INDEX "search_sources_creator_idx" ON "search_sources" USING btree ("creator_id");--> statement-breakpoint
CREATE INDEX "search_sources_icon_idx" ON "search_sources" USING btree ("icon_file_id");--> statement-breakpoint
CREATE UNIQUE INDEX "web_pages_address_key" ON "web_pages" USING btree ("address");--> statement-breakpoint
CREATE INDEX "web_pages_next_idx" ON "web_pages" USING btree ("host","next_at") WHERE next_at is not null;--> statement-breakpoint
CREATE INDEX "web_pages_host_idx" ON "web_pages" USING btree ("host","status");--> statement-breakpoint
CREATE INDEX "web_pages_pattern_idx" ON "web_pages" USING btree ("host","pattern");--> statement-breakpoint
CREATE INDEX "web_pages_text_idx" ON "web_pages" USING btree ("host","text_hash");--> statement-breakpoint
CREATE INDEX "web_pages_file_idx" ON "web_pages" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "web_pages_version_idx" ON "web_pages" USING btree ("version_id");