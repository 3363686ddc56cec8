-- Slices cut until now were put into the index as they were stored.
UPDATE "slice_sets" SET "is_indexed" = true;
