ALTER TABLE "slices" ALTER COLUMN "terms" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "slice_sets" ADD COLUMN "is_indexed" boolean DEFAULT false NOT NULL;