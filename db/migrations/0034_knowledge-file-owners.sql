-- Whoever uploaded a file answers for it until somebody else is named.
UPDATE "knowledge_files" SET "owner_id" = "files"."owner_id" FROM "files" WHERE "files"."id" = "knowledge_files"."file_id" AND "knowledge_files"."owner_id" IS NULL;
