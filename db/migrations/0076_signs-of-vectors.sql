CREATE TABLE "slice_signs" (
	"slice_id" uuid NOT NULL,
	"model_id" uuid NOT NULL,
	"set_id" uuid NOT NULL,
	"signs" bit varying NOT NULL
);
--> statement-breakpoint
-- Before its keys, which are made sooner over rows that are there.
INSERT INTO "slice_signs" SELECT "slice_id", "model_id", "set_id", binary_quantize("embedding") FROM "slice_vectors" WHERE "dimensions" >= 768;--> statement-breakpoint
ALTER TABLE "slice_signs" ADD CONSTRAINT "slice_signs_slice_id_model_id_pk" PRIMARY KEY("slice_id","model_id");--> statement-breakpoint
ALTER TABLE "slice_signs" ADD CONSTRAINT "slice_signs_vector_fk" FOREIGN KEY ("slice_id","model_id") REFERENCES "public"."slice_vectors"("slice_id","model_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "slice_signs_set_idx" ON "slice_signs" USING btree ("set_id","model_id");
--> statement-breakpoint
-- Whoever stores a vector stores its signs: a process of an earlier version, and a copy of the data, which leaves them out.
CREATE FUNCTION keep_signs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO slice_signs SELECT slice_id, model_id, set_id, binary_quantize(embedding) FROM made WHERE dimensions >= 768;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER slice_vectors_signs AFTER INSERT ON "slice_vectors" REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION keep_signs();
