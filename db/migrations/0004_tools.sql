CREATE TABLE "mcp_servers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"transport" text NOT NULL,
	"url" text,
	"command" text,
	"args" text[] DEFAULT '{}'::text[] NOT NULL,
	"secrets_cipher" text,
	"enabled" boolean NOT NULL,
	"optional" boolean DEFAULT true NOT NULL,
	"visibility" text DEFAULT 'all' NOT NULL,
	"model_ids" uuid[],
	"status" text DEFAULT 'unknown' NOT NULL,
	"checked_at" timestamp with time zone,
	"check_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mcp_tools" (
	"id" uuid PRIMARY KEY NOT NULL,
	"server_id" uuid NOT NULL,
	"remote_name" text NOT NULL,
	"name" text NOT NULL,
	"definition" jsonb NOT NULL,
	"enabled" boolean NOT NULL,
	"confirm" boolean NOT NULL,
	"pending" jsonb,
	"missing" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tools" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"confirm" boolean DEFAULT false NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"credential_cipher" text,
	"credential_hint" text DEFAULT '' NOT NULL,
	"enabled" boolean NOT NULL,
	"optional" boolean DEFAULT true NOT NULL,
	"visibility" text DEFAULT 'all' NOT NULL,
	"model_ids" uuid[],
	"status" text DEFAULT 'unknown' NOT NULL,
	"checked_at" timestamp with time zone,
	"check_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mcp_tools" ADD CONSTRAINT "mcp_tools_server_id_mcp_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."mcp_servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "mcp_servers_name_key" ON "mcp_servers" USING btree ("name");--> statement-breakpoint
CREATE UNIQUE INDEX "mcp_servers_slug_key" ON "mcp_servers" USING btree ("slug");--> statement-breakpoint
CREATE UNIQUE INDEX "mcp_tools_name_key" ON "mcp_tools" USING btree ("name");--> statement-breakpoint
CREATE UNIQUE INDEX "mcp_tools_remote_key" ON "mcp_tools" USING btree ("server_id","remote_name");--> statement-breakpoint
CREATE UNIQUE INDEX "tools_key_key" ON "tools" USING btree ("key");