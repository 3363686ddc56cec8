import { and, eq } from "drizzle-orm";
import type { Queryable } from "../../client";
import { refusedSlices } from "../../schema/retrieval";

/** Slices a model of vectors refuses: it is not asked for them again by itself. */
export async function insertRefusedSlices(
  db: Queryable,
  { setId, modelId }: { setId: string; modelId: string },
  ids: readonly string[],
) {
  if (ids.length === 0) return;
  const rows = ids.map((sliceId) => ({ sliceId, modelId, setId }));
  await db.insert(refusedSlices).values(rows).onConflictDoNothing();
}

/** A model may be asked again for what it refused of a set. Answers how many slices these are. */
export async function forgetRefusals(db: Queryable, setId: string, modelId: string): Promise<number> {
  const rows = await db
    .delete(refusedSlices)
    .where(and(eq(refusedSlices.setId, setId), eq(refusedSlices.modelId, modelId)))
    .returning({ id: refusedSlices.sliceId });
  return rows.length;
}
