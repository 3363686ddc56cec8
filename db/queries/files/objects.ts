import type { StoredObjects } from "./stored-objects";

/** The bytes people gave, a version each. */
export const FILE_OBJECTS: StoredObjects = {
  kinds: ["version"],
  writer: "lib/files/upload.ts",
  select: `
  select 'version' as kind, storage_key as key, id as "versionId", sha256, size::float8 as size from file_versions`,
};
