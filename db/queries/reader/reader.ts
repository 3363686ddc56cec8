import { and, eq, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { correlated } from "../../correlated";
import { files, fileVersions } from "../../schema/files";
import { parsedVersions } from "../../schema/parsing";
import { webPages } from "../../schema/search";
import { tasks } from "../../schema/tasks";
import { progressOf, readingOf } from "../parsing/parsing";
import { type Reader, readableFile } from "./readable";

/** Any version, old ones too, of a file this person may read, or null. Every call of the reader passes through here. */
export async function findReadableVersion(db: Queryable, reader: Reader, versionId: string) {
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
      /** Of the web page it is a snapshot of. */
      address: correlated(
        sql<
          string | null
        >`(select ${webPages.address} from ${webPages} where ${eq(webPages.fileId, files.id)} limit 1)`,
      ),
      createdAt: fileVersions.createdAt,
      isParsed: sql<boolean>`${parsedVersions.index} is not null`,
    })
    .from(fileVersions)
    .innerJoin(files, eq(files.id, fileVersions.fileId))
    .leftJoin(parsedVersions, eq(parsedVersions.versionId, fileVersions.id))
    .leftJoin(tasks, readingOf(parsedVersions.versionId))
    .where(and(eq(fileVersions.id, versionId), readableFile(reader)));
  return row ?? null;
}

export type ReadableVersion = NonNullable<Awaited<ReturnType<typeof findReadableVersion>>>;
