CREATE TABLE "drawing_shares" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"picture_id" uuid NOT NULL,
	"expires_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "models" ADD COLUMN "image_options" jsonb;--> statement-breakpoint
ALTER TABLE "drawing_shares" ADD CONSTRAINT "drawing_shares_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drawing_shares" ADD CONSTRAINT "drawing_shares_picture_id_drawing_pictures_id_fk" FOREIGN KEY ("picture_id") REFERENCES "public"."drawing_pictures"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "drawing_shares_picture_idx" ON "drawing_shares" USING btree ("picture_id");--> statement-breakpoint
CREATE INDEX "drawing_shares_user_idx" ON "drawing_shares" USING btree ("user_id","created_at");