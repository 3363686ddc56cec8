import { asc, eq } from "drizzle-orm";
import type { Queryable } from "../../client";
import { recognisedPages } from "../../schema/parsing";

type NewPage = Pick<typeof recognisedPages.$inferInsert, "versionId" | "number" | "page" | "isFailed">;

/** Keeps what was recognised on a page; whoever was first counts. */
export async function insertRecognisedPage(db: Queryable, page: NewPage): Promise<void> {
  await db.insert(recognisedPages).values(page).onConflictDoNothing();
}

/** Pages of a version under way that are done, in order. */
export async function listRecognisedPages(db: Queryable, versionId: string) {
  return db
    .select({ number: recognisedPages.number, page: recognisedPages.page, isFailed: recognisedPages.isFailed })
    .from(recognisedPages)
    .where(eq(recognisedPages.versionId, versionId))
    .orderBy(asc(recognisedPages.number));
}

export async function deleteRecognisedPages(db: Queryable, versionId: string): Promise<void> {
  await db.delete(recognisedPages).where(eq(recognisedPages.versionId, versionId));
}
