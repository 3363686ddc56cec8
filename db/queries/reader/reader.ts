import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { documents } from "../../schema/documents";
import { files, fileVersions } from "../../schema/files";
import { parsedVersions } from "../../schema/parsing";
import { tasks } from "../../schema/tasks";
import { ownFile } from "../files/files";
import { progressOf, readingOf } from "../parsing/parsing";

/**
 * Any version, old ones too, of a file of this person; null when it is another's, deleted, or a document in the trash. Every
 * call of the reader passes through here.
 */
export async function findReadableVersion(db: Queryable, ownerId: string, versionId: string) {
  const [row] = await db
    .select({
      versionId: fileVersions.id,
      fileId: files.id,
      name: files.name,
      isPublic: files.isPublic,
      ...columnsOf(fileVersions, "size", "type", "sha256", "storageKey"),
      currentVersionId: files.currentVersionId,
      status: parsedVersions.status,
      failure: parsedVersions.failure,
      progress: progressOf(parsedVersions.status),
      format: parsedVersions.format,
      parser: parsedVersions.parser,
      isParsed: sql<boolean>`${parsedVersions.index} is not null`,
    })
    .from(fileVersions)
    .innerJoin(files, eq(files.id, fileVersions.fileId))
    .leftJoin(parsedVersions, eq(parsedVersions.versionId, fileVersions.id))
    .leftJoin(tasks, readingOf(parsedVersions.versionId))
    .leftJoin(documents, and(eq(documents.fileId, files.id), isNotNull(documents.deletedAt)))
    .where(
      and(
        eq(fileVersions.id, versionId),
        ownFile(ownerId),
        eq(files.status, "uploaded"),
        isNull(files.deletedAt),
        isNull(documents.id),
      ),
    );
  return row ?? null;
}

export type ReadableVersion = NonNullable<Awaited<ReturnType<typeof findReadableVersion>>>;
