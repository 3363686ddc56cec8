DROP INDEX "mcp_servers_name_key";--> statement-breakpoint
ALTER TABLE "mcp_servers" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "mcp_servers" ADD COLUMN "blocked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mcp_servers" ADD COLUMN "origin" text DEFAULT 'url' NOT NULL;--> statement-breakpoint
ALTER TABLE "mcp_servers" ADD COLUMN "document" text;--> statement-breakpoint
ALTER TABLE "mcp_servers" ADD COLUMN "bases" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "mcp_servers" ADD COLUMN "listed" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "mcp_servers" ADD COLUMN "auth" jsonb;--> statement-breakpoint
ALTER TABLE "mcp_servers" ADD CONSTRAINT "mcp_servers_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "mcp_servers_own_name_key" ON "mcp_servers" USING btree ("owner_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "mcp_servers_name_key" ON "mcp_servers" USING btree ("name") WHERE owner_id is null;