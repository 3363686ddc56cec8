-- Graphs are made for vectors of the former type; the job makes them anew, and until then slices are searched exactly.
DO $$ DECLARE graph regclass; BEGIN
  FOR graph IN SELECT i.indexrelid::regclass FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    WHERE i.indrelid = 'slice_vectors'::regclass AND c.relname LIKE 'slice\_vectors\_near\_%'
  LOOP EXECUTE format('DROP INDEX %s', graph); END LOOP;
END $$;--> statement-breakpoint
-- In one statement, so that the rows are written within their page at once.
ALTER TABLE "slice_vectors" ALTER COLUMN "embedding" SET DATA TYPE halfvec USING "embedding"::halfvec, ALTER COLUMN "embedding" SET STORAGE PLAIN;
