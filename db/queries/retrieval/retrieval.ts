import {
  and,
  asc,
  count,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  or,
  sql,
  sum,
} from "drizzle-orm";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { correlated } from "../../correlated";
import { executeHot } from "../../hot";
import { anyOf } from "../../one-of";
import { embeddingCache, setWords, sliceSets, slices, sliceVectors } from "../../schema/retrieval";

export async function insertSliceSet(db: Queryable, row: typeof sliceSets.$inferInsert & { id: string }) {
  await db.insert(sliceSets).values(row);
}

/** All in one parameter: with one for each value a statement of many slices takes longer to put together than to run. */
export async function insertSlices(db: Queryable, rows: (typeof slices.$inferInsert)[]) {
  if (rows.length === 0) return;
  await db.execute(sql`
    insert into slices (id, set_id, ordinal, from_offset, to_offset, part, part_to, heading, text, tokens, parent, picture,
      hand_id, is_edited, is_disabled, terms, term_count)
    select id, "setId", ordinal, "from", "to", coalesce(part, 1), coalesce("partTo", 1), coalesce(heading, ''), text, tokens,
      parent, picture, "handId", coalesce("isEdited", false), coalesce("isDisabled", false), terms, "termCount"
    from json_to_recordset(${JSON.stringify(rows)}::json) as t (id uuid, "setId" uuid, ordinal float8, "from" int, "to" int,
      part int, "partTo" int, heading text, text text, tokens int, parent int, picture text, "handId" uuid, "isEdited" bool,
      "isDisabled" bool, terms tsvector, "termCount" int)`);
}

/** Sets of a version that never became whole; a new attempt begins without them. */
export async function removeUnreadySets(db: Queryable, versionId: string, owner: string) {
  await db
    .delete(sliceSets)
    .where(
      and(
        eq(sliceSets.versionId, versionId),
        eq(sliceSets.owner, owner),
        eq(sliceSets.isReady, false),
        isNull(sliceSets.replacedAt),
      ),
    );
}

/** Sets in whose place another one answers since before then: no search under way can still name them. */
export async function removeReplaced(db: Queryable, before: Date) {
  await db.delete(sliceSets).where(lt(sliceSets.replacedAt, before));
}

export async function insertSetWords(db: Queryable, row: typeof setWords.$inferInsert) {
  await db.insert(setWords).values(row);
}

export async function setSliceCount(db: Queryable, setId: string, counts: { sliceCount: number; wordBytes: number }) {
  await db.update(sliceSets).set(counts).where(eq(sliceSets.id, setId));
}

export async function findSliceSet(db: Queryable, setId: string) {
  const [row] = await db.select().from(sliceSets).where(eq(sliceSets.id, setId)).limit(1);
  return row ?? null;
}

export async function setEmbeddingModel(db: Queryable, setId: string, embeddingModelId: string | null) {
  await db.update(sliceSets).set({ embeddingModelId }).where(eq(sliceSets.id, setId));
}

/** The set that answers for a version, made by an owner (`reading`, or a base's id). */
export async function findReadySet(db: Queryable, versionId: string, owner: string) {
  const [row] = await db
    .select({ id: sliceSets.id, sliceCount: sliceSets.sliceCount })
    .from(sliceSets)
    .where(and(eq(sliceSets.versionId, versionId), eq(sliceSets.owner, owner), eq(sliceSets.isReady, true)))
    .limit(1);
  return row ?? null;
}

const READY_LOCK = 7_205_759_442;

/** Until the transaction ends no set begins to answer. */
export async function lockReadySets(tx: Queryable) {
  await tx.execute(sql`select pg_advisory_xact_lock(${READY_LOCK})`);
}

/**
 * Makes a set the one that answers; the one before it answers no more, and stays a while for searches that have named it
 * (spec F5). Needs a transaction.
 */
export async function makeReady(tx: Queryable, set: { id: string; versionId: string; owner: string }) {
  await lockReadySets(tx);
  await tx
    .update(sliceSets)
    .set({ isReady: false, replacedAt: sql`now()` })
    .where(
      and(
        eq(sliceSets.versionId, set.versionId),
        eq(sliceSets.owner, set.owner),
        eq(sliceSets.isReady, true),
        ne(sliceSets.id, set.id),
      ),
    );
  await tx.update(sliceSets).set({ isReady: true }).where(eq(sliceSets.id, set.id));
}

/** The next slices of a set, behind one, without a vector of a model that does not refuse them, in order. */
export function listSlicesWithoutVector(
  db: Queryable,
  { setId, modelId, after }: { setId: string; modelId: string; after?: number },
  limit: number,
) {
  return db
    .select(columnsOf(slices, "id", "ordinal", "heading", "text", "tokens"))
    .from(slices)
    .where(
      and(
        eq(slices.setId, setId),
        eq(slices.isDisabled, false),
        after === undefined ? undefined : gt(slices.ordinal, after),
        correlated(
          sql`not exists (select 1 from slice_vectors v where v.slice_id = ${slices.id} and v.model_id = ${modelId})
            and not exists (select 1 from refused_slices r where r.slice_id = ${slices.id} and r.model_id = ${modelId})`,
        ),
      ),
    )
    .orderBy(asc(slices.ordinal))
    .limit(limit);
}

export async function countWithoutVector(db: Queryable, setId: string, modelId: string): Promise<number> {
  return (await listSlicesWithoutVector(db, { setId, modelId }, 1)).length;
}

/** Hashes in one parameter: with one each a statement takes longer to put together than to run. */
const ofHashes = (modelId: string, hashes: readonly string[]) =>
  and(eq(embeddingCache.modelId, modelId), sql`${embeddingCache.sha256} = any(${sql.param([...hashes])}::text[])`);
/** To the day is enough: each touch writes the vector anew. */
const isLongUnused = sql<boolean>`${embeddingCache.usedAt} < now() - interval '1 day'`;

/** Which of some texts, by their hashes, were embedded before, and which of these nobody has asked for lately. */
export async function listCachedEmbeddings(db: Queryable, modelId: string, hashes: readonly string[]) {
  const rows = await db
    .select({ sha256: embeddingCache.sha256, isUnused: isLongUnused })
    .from(embeddingCache)
    .where(ofHashes(modelId, hashes));
  return {
    known: new Set(rows.map(({ sha256 }) => sha256)),
    unused: rows.flatMap(({ sha256, isUnused }) => (isUnused ? [sha256] : [])),
  };
}

export async function insertCachedEmbeddings(db: Queryable, rows: (typeof embeddingCache.$inferInsert)[]) {
  if (rows.length > 0) await db.insert(embeddingCache).values(rows).onConflictDoNothing();
}

export async function touchCachedEmbeddings(db: Queryable, modelId: string, hashes: readonly string[]) {
  if (hashes.length === 0) return;
  await db
    .update(embeddingCache)
    .set({ usedAt: sql`now()` })
    .where(and(ofHashes(modelId, hashes), isLongUnused));
}

export async function removeStaleEmbeddings(db: Queryable, before: Date) {
  await db.delete(embeddingCache).where(lt(embeddingCache.usedAt, before));
}

/** Gives slices the vectors of their texts from the cache: they need not leave the database for that. */
export async function copyCachedEmbeddings(
  db: Queryable,
  { setId, modelId }: { setId: string; modelId: string },
  texts: readonly { id: string; sha256: string }[],
) {
  const ids = texts.map(({ id }) => id);
  const hashes = texts.map(({ sha256 }) => sha256);
  await db.execute(sql`
    insert into slice_vectors (slice_id, model_id, set_id, dimensions, embedding)
    select t.slice_id, c.model_id, ${setId}, vector_dims(c.embedding), c.embedding
    from unnest(${sql.param(ids)}::uuid[], ${sql.param(hashes)}::text[]) t(slice_id, sha256)
    join embedding_cache c on c.model_id = ${modelId} and c.sha256 = t.sha256
    on conflict do nothing`);
}

export async function insertSliceVectors(db: Queryable, rows: (typeof sliceVectors.$inferInsert)[]) {
  if (rows.length > 0) await db.insert(sliceVectors).values(rows).onConflictDoNothing();
}

/** What a search needs to know of a set. */
export const searchedColumns = columnsOf(
  sliceSets,
  "id",
  "versionId",
  "sliceCount",
  "wordBytes",
  "revision",
  "embeddingModelId",
  "isGraphed",
  "isIndexed",
);

/** Sets among those named that answer, or did when they were named, with what a search needs to know of them. */
export function listSearchedSets(db: Queryable, setIds: readonly string[]) {
  return db
    .select(searchedColumns)
    .from(sliceSets)
    .where(and(anyOf(sliceSets.id, setIds), or(eq(sliceSets.isReady, true), isNotNull(sliceSets.replacedAt))));
}

export type SearchedSetRow = Awaited<ReturnType<typeof listSearchedSets>>[number];

/** Blocks of words of sets, in the order of their slices. */
export function listSetWords(db: Queryable, setIds: readonly string[]) {
  return db
    .select({ setId: setWords.setId, words: setWords.words })
    .from(setWords)
    .where(anyOf(setWords.setId, setIds))
    .orderBy(asc(setWords.setId), asc(setWords.number));
}

/** Needs a transaction. Nothing is stored for a set that is gone. */
export async function replaceSetWords(tx: Queryable, setId: string, blocks: readonly Buffer[]) {
  const wordBytes = blocks.reduce((sum, { length }) => sum + length, 0);
  // The row stays locked, so that the set cannot go, and another process cannot store the same, before this is done.
  const kept = await tx
    .update(sliceSets)
    .set({ wordBytes })
    .where(eq(sliceSets.id, setId))
    .returning({ id: sliceSets.id });
  if (kept.length === 0) return;
  await tx.delete(setWords).where(eq(setWords.setId, setId));
  for (const [number, words] of blocks.entries()) await tx.insert(setWords).values({ setId, number, words });
}

/** What the words of a stretch of a set are made of. */
export function listSliceTexts(db: Queryable, setId: string, { after, limit }: { after: number; limit: number }) {
  return db
    .select({ id: slices.id, ordinal: slices.ordinal, heading: slices.heading, text: slices.text })
    .from(slices)
    .where(and(eq(slices.setId, setId), gt(slices.ordinal, after), eq(slices.isDisabled, false)))
    .orderBy(asc(slices.ordinal))
    .limit(limit);
}

// The words of a slice are as long as its text: only a search by them needs them.
const { terms: _terms, termCount: _count, ...sliceColumns } = getTableColumns(slices);

export function listSlicesById(db: Queryable, ids: readonly string[]) {
  return db
    .select(sliceColumns)
    .from(slices)
    .where(and(anyOf(slices.id, ids), eq(slices.isDisabled, false)));
}

/** Small slices of large ones, in the order of their text. */
export function listSlicesOfParents(db: Queryable, parents: readonly { setId: string; parent: number }[]) {
  const setIds = parents.map(({ setId }) => setId);
  const numbers = parents.map(({ parent }) => parent);
  return db
    .select(sliceColumns)
    .from(slices)
    .where(
      and(
        sql`(${slices.setId}, ${slices.parent}) in
          (select * from unnest(${sql.param(setIds)}::uuid[], ${sql.param(numbers)}::int[]))`,
        eq(slices.isDisabled, false),
      ),
    )
    .orderBy(asc(slices.setId), asc(slices.ordinal));
}

/**
 * Slices that answer on both sides of places in sets, as many as each place's distance, in the order of the places and of the
 * text; `place` is the number of the first place a slice stands beside.
 */
export async function listNeighbours(
  db: Queryable,
  places: readonly { setId: string; ordinal: number; distance: number }[],
) {
  const [setIds, ordinals, distances] = [
    places.map(({ setId }) => setId),
    places.map(({ ordinal }) => ordinal),
    places.map(({ distance }) => distance),
  ];
  const beside = sql`${slices.setId} = at.set_id and not ${slices.isDisabled}`;
  const { rows } = await db.execute<{ id: string; place: number }>(sql`
    select near.id, min(at.place)::int as place from unnest(${sql.param(setIds)}::uuid[], ${sql.param(ordinals)}::float8[],
      ${sql.param(distances)}::int[]) with ordinality as at (set_id, ordinal, distance, place)
    cross join lateral (
      (select ${slices.id}, ${slices.ordinal} from ${slices} where ${beside} and ${slices.ordinal} < at.ordinal
        order by ${slices.ordinal} desc limit at.distance)
      union all
      (select ${slices.id}, ${slices.ordinal} from ${slices} where ${beside} and ${slices.ordinal} > at.ordinal
        order by ${slices.ordinal} limit at.distance)
    ) near (id, ordinal)
    group by near.id, near.ordinal order by place, near.ordinal`);
  return rows;
}

/** How many slices sets have, and their tokens, overlaps counted twice. */
export async function measureSets(db: Queryable, setIds: readonly string[]) {
  const rows = await db
    .select({ id: slices.setId, slices: count(), tokens: sum(slices.tokens).mapWith(Number) })
    .from(slices)
    .where(and(anyOf(slices.setId, setIds), eq(slices.isDisabled, false)))
    .groupBy(slices.setId);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Slices of a set by their numbers; all of them without. */
export function listSlicesOfSet(db: Queryable, setId: string, ordinals?: readonly number[]) {
  return db
    .select(sliceColumns)
    .from(slices)
    .where(
      and(
        eq(slices.setId, setId),
        eq(slices.isDisabled, false),
        ordinals ? inArray(slices.ordinal, [...ordinals]) : undefined,
      ),
    )
    .orderBy(asc(slices.ordinal));
}

/** Sets of many that are looked at first: nearly always one of them has what is looked for. */
const FEW_SETS = 20;

/** Dimensions of a set's vectors; null when it has none of the model. */
export async function findDimensions(setIds: readonly string[], modelId: string): Promise<number | null> {
  if (setIds.length > FEW_SETS) {
    const known = await findDimensions(setIds.slice(0, FEW_SETS), modelId);
    if (known !== null) return known;
  }
  const { rows } = await executeHot(
    "vector_dimensions",
    sql`select ${sliceVectors.dimensions} as dimensions from ${sliceVectors}
      where ${anyOf(sliceVectors.setId, setIds)} and ${sliceVectors.modelId} = ${modelId}::uuid limit 1`,
  );
  return (rows as { dimensions: number }[])[0]?.dimensions ?? null;
}

export interface Nearest {
  setIds: readonly string[];
  modelId: string;
  vector: readonly number[];
}

/** A vector as a statement about slices takes it. */
export const askedVector = (vector: readonly number[]) => sql`${sql.param(vector, sliceVectors.embedding)}::halfvec`;

/** Slices nearest to a vector, by an exact sort over the sets' own b-tree (ARCHITECTURE 7). */
export async function listNearest({ setIds, modelId, vector }: Nearest, limit: number) {
  // The limit keeps the distance from being worked out again for the likeness.
  const { rows } = await executeHot(
    "vectors_nearest",
    sql`
    select id, 1 - away as cosine from (
      select slice_id as id, embedding <=> ${askedVector(vector)} as away from slice_vectors
      where ${anyOf(sql`set_id`, setIds)} and model_id = ${modelId}::uuid and dimensions = ${vector.length}::int
      order by away, slice_id limit ${limit}::int) nearest`,
  );
  return scoredRows(rows);
}

/** Rows of slices with their likeness, as a search takes them. */
export const scoredRows = (rows: readonly Record<string, unknown>[]) =>
  rows.map(({ id, cosine }) => ({ id: id as string, score: Number(cosine) }));

/** Dimensions of a model's vectors, or of those of some texts by their hashes; null where none was bought. */
export async function findCachedDimensions(db: Queryable, modelId: string, hashes?: readonly string[]) {
  const [row] = await db
    .select({ dimensions: sql<number>`vector_dims(${embeddingCache.embedding})` })
    .from(embeddingCache)
    .where(and(eq(embeddingCache.modelId, modelId), hashes && inArray(embeddingCache.sha256, [...hashes])))
    .limit(1);
  return row?.dimensions ?? null;
}

/** Likeness of texts to a vector, by their hashes: as that of slices, whose numbers are shorter. */
export async function listTextCosines(
  db: Queryable,
  { hashes, modelId, vector }: { hashes: readonly string[]; modelId: string; vector: readonly number[] },
): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ sha256: string; cosine: number }>(sql`
    select sha256, 1 - (embedding::halfvec <=> ${askedVector(vector)}) as cosine from embedding_cache
    where model_id = ${modelId} and sha256 = any(${sql.param([...hashes])}::text[])
      and vector_dims(embedding) = ${vector.length}`);
  return new Map(rows.map(({ sha256, cosine }) => [sha256, Number(cosine)]));
}
