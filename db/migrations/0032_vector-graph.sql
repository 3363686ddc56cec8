ALTER TABLE "slice_sets" ADD COLUMN "is_graphed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "slice_vectors" ADD COLUMN "is_graphed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "slice_sets_ungraphed_idx" ON "slice_sets" USING btree ("id") WHERE is_ready and not is_graphed and embedding_model_id is not null;