import { and, asc, eq, isNull, lt, ne, or, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "../../client";
import { files } from "../../schema/files";
import { knowledgeBases, knowledgeFiles, knowledgePages } from "../../schema/knowledge";
import { users } from "../../schema/organisation";

export type PageRow = typeof knowledgePages.$inferSelect;

/** The caller found the file in the person's scope. */
export async function findPage(db: Queryable, fileId: string): Promise<PageRow | null> {
  const [row] = await db.select().from(knowledgePages).where(eq(knowledgePages.knowledgeFileId, fileId));
  return row ?? null;
}

/** Whether a live file of the base is read from there; the caller found the base in the person's scope. */
export async function hasPage(db: Queryable, baseId: string, url: string): Promise<boolean> {
  const rows = await db
    .select({ id: knowledgePages.knowledgeFileId })
    .from(knowledgePages)
    .innerJoin(knowledgeFiles, eq(knowledgeFiles.id, knowledgePages.knowledgeFileId))
    .where(and(eq(knowledgeFiles.baseId, baseId), eq(knowledgePages.url, url), isNull(knowledgeFiles.deletedAt)))
    .limit(1);
  return rows.length > 0;
}

export async function insertPage(tx: Transaction, row: typeof knowledgePages.$inferInsert): Promise<void> {
  await tx.insert(knowledgePages).values(row);
}

/** The caller found the file in the person's scope. */
export async function updatePage(db: Queryable, fileId: string, patch: Partial<typeof knowledgePages.$inferInsert>) {
  await db.update(knowledgePages).set(patch).where(eq(knowledgePages.knowledgeFileId, fileId));
}

/** Live pages that are to be looked at again, with who answers for each: its owner, else the base's. */
export function listDuePages(db: Queryable, before: { daily: Date; weekly: Date }, limit: number) {
  const due = (refresh: "daily" | "weekly") =>
    and(eq(knowledgePages.refresh, refresh), lt(knowledgePages.checkedAt, before[refresh]));
  const owner = sql`coalesce(${knowledgeFiles.ownerId}, ${knowledgeBases.ownerId})`;
  return db
    .select({ id: knowledgeFiles.id, name: files.name, ownerId: users.id, account: users.account })
    .from(knowledgePages)
    .innerJoin(knowledgeFiles, eq(knowledgeFiles.id, knowledgePages.knowledgeFileId))
    .innerJoin(files, eq(files.id, knowledgeFiles.fileId))
    .innerJoin(knowledgeBases, eq(knowledgeBases.id, knowledgeFiles.baseId))
    .innerJoin(users, eq(users.id, owner))
    .where(
      and(
        ne(knowledgePages.refresh, "never"),
        or(due("daily"), due("weekly")),
        isNull(knowledgeFiles.deletedAt),
        isNull(knowledgeBases.deletedAt),
      ),
    )
    .orderBy(asc(knowledgePages.checkedAt))
    .limit(limit);
}
