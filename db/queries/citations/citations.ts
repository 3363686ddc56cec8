import { and, eq, isNull, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { correlated } from "../../correlated";
import { files, fileVersions } from "../../schema/files";
import { ownFile } from "../files/files";

/** A version of a person's own file that is not in the trash, as a file or as a document, and the one that counts now; null for everybody else. */
export async function findCitedVersion(db: Queryable, ownerId: string, versionId: string) {
  const [row] = await db
    .select({ fileName: files.name, currentVersionId: files.currentVersionId })
    .from(fileVersions)
    .innerJoin(files, eq(files.id, fileVersions.fileId))
    .where(
      and(
        eq(fileVersions.id, versionId),
        ownFile(ownerId),
        eq(files.status, "uploaded"),
        isNull(files.deletedAt),
        correlated(
          sql`not exists (select 1 from documents d where d.file_id = ${files.id} and d.deleted_at is not null)`,
        ),
      ),
    );
  return row ?? null;
}
