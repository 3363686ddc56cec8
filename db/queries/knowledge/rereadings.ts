import { eq, inArray, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "../../client";
import { files, fileVersions } from "../../schema/files";
import { knowledgeFiles, knowledgeRereadings } from "../../schema/knowledge";
import { parsedVersions } from "../../schema/parsing";
import type { GrantedSubjects } from "../permissions/grants";
import { type KnowledgeFileFilter, matchingFiles } from "./files";

export type RereadingRow = typeof knowledgeRereadings.$inferSelect;

/** The caller found the file in the person's scope. */
export async function findRereading(db: Queryable, knowledgeFileId: string): Promise<RereadingRow | null> {
  const [row] = await db
    .select()
    .from(knowledgeRereadings)
    .where(eq(knowledgeRereadings.knowledgeFileId, knowledgeFileId));
  return row ?? null;
}

export async function insertRereading(tx: Transaction, row: typeof knowledgeRereadings.$inferInsert): Promise<void> {
  await tx.insert(knowledgeRereadings).values(row);
}

/** False when it was dropped meanwhile. */
export async function setRereading(
  tx: Transaction,
  versionId: string,
  change: Pick<RereadingRow, "status" | "failure">,
): Promise<boolean> {
  const rows = await tx
    .update(knowledgeRereadings)
    .set(change)
    .where(eq(knowledgeRereadings.versionId, versionId))
    .returning({ id: knowledgeRereadings.versionId });
  return rows.length > 0;
}

/** The version is in use, or goes too. */
export async function removeRereading(tx: Transaction, versionId: string): Promise<void> {
  await tx.delete(knowledgeRereadings).where(eq(knowledgeRereadings.versionId, versionId));
}

/** What reading files anew would come to, of those a person may see and the formats that have pages. */
export async function measurePages(
  db: Queryable,
  subjects: GrantedSubjects,
  baseId: string,
  filter: KnowledgeFileFilter,
  formats: readonly (typeof parsedVersions.$inferSelect)["format"][],
) {
  const hasPages = inArray(parsedVersions.format, [...formats]);
  const [row] = await db
    .select({
      all: sql<number>`count(*)`.mapWith(Number),
      files: sql<number>`count(*) filter (where ${hasPages})`.mapWith(Number),
      /** Of those that were read; one that never was counts as one page. */
      pages: sql<number>`coalesce(sum(greatest(${parsedVersions.parts}, 1)) filter (where ${hasPages}), 0)`.mapWith(
        Number,
      ),
      unread: sql<number>`count(*) filter (where ${hasPages} and ${parsedVersions.index} is null)`.mapWith(Number),
      characters: sql<number>`coalesce(sum(${parsedVersions.characters}) filter (where ${hasPages}), 0)`.mapWith(
        Number,
      ),
    })
    .from(knowledgeFiles)
    .innerJoin(files, eq(files.id, knowledgeFiles.fileId))
    .innerJoin(fileVersions, eq(fileVersions.id, files.currentVersionId))
    .innerJoin(parsedVersions, eq(parsedVersions.versionId, fileVersions.id))
    .where(matchingFiles(subjects, baseId, filter));
  return row!;
}
