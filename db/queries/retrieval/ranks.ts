import { sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { executeHot } from "../../hot";
import { anyOf } from "../../one-of";
import { askedVector, type Nearest, scoredRows } from "./retrieval";

/** How many slices of sets are nearer to a vector than one of this likeness, in the order of `listNearest`, and of how many. */
export async function countNearer(
  db: Queryable,
  { setIds, modelId, vector }: Nearest,
  { id, score }: { id: string; score: number },
): Promise<{ nearer: number; of: number }> {
  const { rows } = await db.execute<{ nearer: number; of: number }>(sql`
    select count(*) filter (where cosine > ${score} or (cosine = ${score} and id < ${id}))::int as nearer,
      count(*)::int as of from (
      select slice_id as id, 1 - (embedding <=> ${askedVector(vector)}) as cosine from slice_vectors
      where ${anyOf(sql`set_id`, setIds)} and model_id = ${modelId} and dimensions = ${vector.length}) all_of`);
  return rows[0] ?? { nearer: 0, of: 0 };
}

/** Likeness of certain slices to a vector. */
export async function listCosines({
  ids,
  modelId,
  vector,
}: {
  ids: readonly string[];
  modelId: string;
  vector: readonly number[];
}) {
  if (ids.length === 0) return [];
  const { rows } = await executeHot(
    "vectors_cosines",
    sql`
    select slice_id as id, 1 - (embedding <=> ${askedVector(vector)}) as cosine from slice_vectors
    where ${anyOf(sql`slice_id`, ids)} and model_id = ${modelId}::uuid and dimensions = ${vector.length}::int`,
  );
  return scoredRows(rows);
}
