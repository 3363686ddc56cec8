-- Graphs of vectors are walked by other means from now on: the job makes them anew, and until then sets are sorted exactly.
DO $$
DECLARE
	name text;
BEGIN
	FOR name IN SELECT relname FROM pg_class WHERE relkind = 'i' AND relname LIKE 'slice\_vectors\_graph\_%' LOOP
		EXECUTE format('DROP INDEX %I', name);
	END LOOP;
END $$;--> statement-breakpoint
UPDATE "slice_sets" SET "is_graphed" = false WHERE "is_graphed";--> statement-breakpoint
UPDATE "slice_vectors" SET "is_graphed" = false WHERE "is_graphed";
