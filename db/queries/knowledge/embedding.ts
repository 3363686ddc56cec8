import { and, asc, count, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "../../client";
import { correlated } from "../../correlated";
import { knowledgeBases, knowledgeFiles } from "../../schema/knowledge";
import { refusedSlices, sliceSets } from "../../schema/retrieval";
import { isAnsweringSet } from "./files";

/** The model new slices of a base get their vectors by; null: the default of whoever puts the file in. */
export async function findTargetModel(db: Queryable, baseId: string): Promise<string | null> {
  const [row] = await db
    .select({ modelId: sql<string | null>`coalesce(next_embedding_model_id, embedding_model_id)` })
    .from(knowledgeBases)
    .where(eq(knowledgeBases.id, baseId));
  return row?.modelId ?? null;
}

/** How a base has its pictures described; null where it keeps none (spec 3: type multimodal). */
export async function findPictureWish(db: Queryable, baseId: string): Promise<{ modelId: string | null } | null> {
  const [row] = await db
    .select({ type: knowledgeBases.type, modelId: knowledgeBases.visionModelId })
    .from(knowledgeBases)
    .where(eq(knowledgeBases.id, baseId));
  return row?.type === "multimodal" ? { modelId: row.modelId } : null;
}

/** Sets that answer for live files of a base. */
const answering = (baseId: string): SQL | undefined =>
  and(
    eq(sliceSets.owner, baseId),
    eq(sliceSets.isReady, true),
    correlated(
      sql`exists (select 1 from ${knowledgeFiles} where ${and(
        eq(knowledgeFiles.baseId, baseId),
        eq(knowledgeFiles.readyVersionId, sliceSets.versionId),
        isNull(knowledgeFiles.deletedAt),
      )})`,
    ),
  );

const lacks = (modelId: string): SQL =>
  correlated(
    sql`exists (select 1 from slices s where s.set_id = ${sliceSets.id} and not s.is_disabled
      and not exists (select 1 from slice_vectors v where v.slice_id = s.id and v.model_id = ${modelId})
      and not exists (select 1 from refused_slices r where r.slice_id = s.id and r.model_id = ${modelId}))`,
  );

/** Sets that answer for a base and have slices without a vector of a model that does not refuse them. */
export async function listSetsWithoutVectors(db: Queryable, baseId: string, modelId: string): Promise<string[]> {
  const rows = await db
    .select({ id: sliceSets.id })
    .from(sliceSets)
    .where(and(answering(baseId), lacks(modelId)))
    .orderBy(asc(sliceSets.id));
  return rows.map(({ id }) => id);
}

/**
 * What a change to a model is about: slices that answer, those still without a vector of it, and of these the texts that must
 * be bought, each once, with their tokens.
 */
export async function measureEmbedding(db: Queryable, baseId: string, modelId: string) {
  const { rows } = await db.execute<{ slices: number; missing: number; texts: number; tokens: number }>(sql`
    with missing as (
      select s.tokens, encode(sha256(convert_to(case when s.heading = '' then s.text else s.heading || E'\\n' || s.text end, 'UTF8')), 'hex') as hash,
        not exists (select 1 from slice_vectors v where v.slice_id = s.id and v.model_id = ${modelId})
          and not exists (select 1 from refused_slices r where r.slice_id = s.id and r.model_id = ${modelId}) as lacks
      from slices s inner join ${sliceSets} on ${sliceSets.id} = s.set_id where not s.is_disabled and ${answering(baseId)}
    ), texts as (
      select hash, max(tokens) as tokens from missing where lacks
        and not exists (select 1 from embedding_cache c where c.model_id = ${modelId} and c.sha256 = missing.hash)
      group by hash
    )
    select (select count(*) from missing)::int as slices, (select count(*) from missing where lacks)::int as missing,
      (select count(*) from texts)::int as texts, coalesce((select sum(tokens) from texts), 0)::int as tokens`);
  return rows[0]!;
}

/** How many slices that answer for files of bases their model of vectors refused, of files that have any. */
export async function countRefused(db: Queryable, fileIds: readonly string[]): Promise<Map<string, number>> {
  if (fileIds.length === 0) return new Map();
  const rows = await db
    .select({ id: knowledgeFiles.id, count: count() })
    .from(knowledgeFiles)
    .innerJoin(sliceSets, isAnsweringSet)
    .innerJoin(
      refusedSlices,
      and(eq(refusedSlices.setId, sliceSets.id), eq(refusedSlices.modelId, sliceSets.embeddingModelId)),
    )
    .where(inArray(knowledgeFiles.id, [...fileIds]))
    .groupBy(knowledgeFiles.id);
  return new Map(rows.map((row) => [row.id, row.count]));
}

/** A base and all its sets that answer go by the vectors of a model from now on. */
export async function switchEmbedding(tx: Transaction, baseId: string, modelId: string): Promise<void> {
  const sets = tx.select({ id: sliceSets.id }).from(sliceSets).where(answering(baseId));
  await tx
    .update(sliceSets)
    .set({ embeddingModelId: modelId, isGraphed: false })
    .where(and(inArray(sliceSets.id, sets), sql`${sliceSets.embeddingModelId} is distinct from ${modelId}`));
  await tx
    .update(knowledgeBases)
    .set({ embeddingModelId: modelId, nextEmbeddingModelId: null })
    .where(eq(knowledgeBases.id, baseId));
}

/** Vectors of sets of bases that no search goes by: left by a change that is over. At most so many of them. */
export async function removeLeftVectors(db: Queryable, limit: number): Promise<number> {
  const { rows } = await db.execute(sql`
    delete from slice_vectors where (slice_id, model_id) in (
      select v.slice_id, v.model_id from slice_vectors v inner join ${sliceSets} on ${sliceSets.id} = v.set_id
        inner join ${knowledgeBases} on ${knowledgeBases.id}::text = ${sliceSets.owner}
      where ${sliceSets.isReady} and v.model_id is distinct from ${sliceSets.embeddingModelId}
        and v.model_id is distinct from ${knowledgeBases.nextEmbeddingModelId} limit ${limit})
    returning slice_id`);
  return rows.length;
}
