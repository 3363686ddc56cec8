import { and, eq, inArray } from "drizzle-orm";
import type { Queryable } from "../../client";
import { files, fileVersions } from "../../schema/files";
import { type Reader, readableFile } from "../reader/readable";

/** A version whose words this person may read, and the one that counts now; null for everybody else. */
export async function findCitedVersion(db: Queryable, reader: Reader, versionId: string) {
  const [row] = await db
    .select({ fileName: files.name, currentVersionId: files.currentVersionId })
    .from(fileVersions)
    .innerJoin(files, eq(files.id, fileVersions.fileId))
    .where(and(eq(fileVersions.id, versionId), readableFile(reader)));
  return row ?? null;
}

/** Those of some versions whose words this person may read. */
export async function listReadableVersions(
  db: Queryable,
  reader: Reader,
  versionIds: readonly string[],
): Promise<string[]> {
  if (versionIds.length === 0) return [];
  const rows = await db
    .select({ id: fileVersions.id })
    .from(fileVersions)
    .innerJoin(files, eq(files.id, fileVersions.fileId))
    .where(and(inArray(fileVersions.id, [...versionIds]), readableFile(reader)));
  return rows.map(({ id }) => id);
}
