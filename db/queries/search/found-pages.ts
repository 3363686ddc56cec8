import { and, eq, inArray } from "drizzle-orm";
import type { Queryable } from "../../client";
import { files, fileVersions } from "../../schema/files";
import { parsedVersions } from "../../schema/parsing";
import { readingRun } from "../parsing/parsing";
import { type Reader, readableFile } from "../reader/readable";

/** What an answer needs of stored pages, of those this person may read at this moment. */
export function listFoundPages(db: Queryable, reader: Reader, versionIds: readonly string[]) {
  if (versionIds.length === 0) return Promise.resolve([]);
  return db
    .select({
      versionId: fileVersions.id,
      fileId: fileVersions.fileId,
      sha256: fileVersions.sha256,
      format: parsedVersions.format,
      tokens: parsedVersions.tokens,
      /** Which reading of the version counts now; null while it is read. */
      run: readingRun,
      date: fileVersions.createdAt,
    })
    .from(fileVersions)
    .innerJoin(files, eq(files.id, fileVersions.fileId))
    .innerJoin(parsedVersions, eq(parsedVersions.versionId, fileVersions.id))
    .where(and(inArray(fileVersions.id, [...versionIds]), readableFile(reader)));
}
