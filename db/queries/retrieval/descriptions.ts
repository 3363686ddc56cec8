import { and, eq, inArray, lt, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { pictureDescriptions } from "../../schema/retrieval";

/** What sees, and the language it says it in where the picture has no words. */
export interface Describing {
  modelId: string;
  language: string;
}

const by = ({ modelId, language }: Describing, hashes: readonly string[]) =>
  and(
    eq(pictureDescriptions.modelId, modelId),
    eq(pictureDescriptions.language, language),
    inArray(pictureDescriptions.sha256, [...hashes]),
  );

/** What is known of pictures, by the hash of their bytes. */
export async function listDescriptions(
  db: Queryable,
  describing: Describing,
  hashes: readonly string[],
): Promise<Map<string, string>> {
  if (hashes.length === 0) return new Map();
  const rows = await db
    .select({ sha256: pictureDescriptions.sha256, text: pictureDescriptions.text })
    .from(pictureDescriptions)
    .where(by(describing, hashes));
  return new Map(rows.map(({ sha256, text }) => [sha256, text]));
}

/** Whoever was first counts. */
export async function insertDescription(db: Queryable, row: typeof pictureDescriptions.$inferInsert): Promise<void> {
  await db.insert(pictureDescriptions).values(row).onConflictDoNothing();
}

export async function touchDescriptions(db: Queryable, describing: Describing, hashes: readonly string[]) {
  if (hashes.length === 0) return;
  await db
    .update(pictureDescriptions)
    .set({ usedAt: sql`now()` })
    // To the day is enough.
    .where(and(by(describing, hashes), lt(pictureDescriptions.usedAt, sql`now() - interval '1 day'`)));
}

export async function removeStaleDescriptions(db: Queryable, before: Date): Promise<void> {
  await db.delete(pictureDescriptions).where(lt(pictureDescriptions.usedAt, before));
}
