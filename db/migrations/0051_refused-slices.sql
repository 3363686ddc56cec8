CREATE TABLE "refused_slices" (
	"slice_id" uuid NOT NULL,
	"model_id" uuid NOT NULL,
	"set_id" uuid NOT NULL,
	CONSTRAINT "refused_slices_slice_id_model_id_pk" PRIMARY KEY("slice_id","model_id")
);
--> statement-breakpoint
ALTER TABLE "refused_slices" ADD CONSTRAINT "refused_slices_slice_id_slices_id_fk" FOREIGN KEY ("slice_id") REFERENCES "public"."slices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refused_slices_set_idx" ON "refused_slices" USING btree ("set_id","model_id");