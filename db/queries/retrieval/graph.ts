import { eq, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { executeHot } from "../../hot";
import { anyOf, isOneOf } from "../../one-of";
import { sliceSets, sliceVectors } from "../../schema/retrieval";
import { askedVector, type Nearest, scoredRows } from "./retrieval";

/*
 * Graphs of vectors (HNSW), one for each dimension in much use. Each is a partial index over the vectors that are marked as
 * graphed: a new set is searched exactly from the moment it is ready, and a job puts its vectors into the graph afterwards,
 * so nobody waits for it (ARCHITECTURE 7).
 */

const PREFIX = "slice_vectors_near_";
const nameOf = (dimensions: number) => sql.identifier(`${PREFIX}${dimensions}`);
const typeOf = (dimensions: number) => sql.raw(`halfvec(${dimensions})`);

/**
 * Long vectors are walked by the signs of their numbers alone, and the nearest of these compared whole: measured at 1,024
 * dimensions such a graph takes a twentieth of the room and a quarter of the time to make, and finds more in the same time.
 * Of short vectors the signs say too little. `keep_signs` in the database knows this number too.
 */
export const SIGNS_FROM = 768;
const signsOf = (vector: SQL, dimensions: number) =>
  sql`(binary_quantize(${vector}::${typeOf(dimensions)})::bit(${sql.raw(String(dimensions))}))`;
/** Slices compared whole for each that is asked for. Of 2.5, 94 of 100 nearest were among them, of this 96. */
const COMPARED = 3;
/** The least of it: a walk past slices of other sets goes farther and misses fewer, so that fewer need be compared. */
const COMPARED_LEAST = 2;

/**
 * Slices nearest to a long vector, nearly always the right ones: of all slices of the sets the signs are compared, and whole the
 * vectors that are nearest by these.
 */
export async function listNearestBySigns({ setIds, modelId, vector }: Nearest, limit: number) {
  // Each vector is fetched by its key, whatever the planner makes of how many there are.
  const { rows } = await executeHot(
    "signs_nearest",
    sql`
    with asked as materialized (select binary_quantize(${askedVector(vector)}) as signs),
    near as materialized (
      select slice_id from slice_signs
      where ${anyOf(sql`set_id`, setIds)} and model_id = ${modelId}::uuid and length(signs) = ${vector.length}::int
      order by hamming_distance(signs, (select signs from asked)) limit ${COMPARED * limit}::int)
    select id, 1 - away as cosine from (
      select near.slice_id as id, whole.away from near cross join lateral (
        select embedding <=> ${askedVector(vector)} as away from slice_vectors
        where slice_id = near.slice_id and model_id = ${modelId}::uuid offset 0) whole
      order by whole.away, near.slice_id limit ${limit}::int) nearest`,
  );
  return scoredRows(rows);
}

/** Graphs that can be walked: their dimensions with the number of vectors in them, as the planner estimates it. */
export async function listGraphs(db: Queryable): Promise<Map<number, number>> {
  const { rows } = await db.execute<{ dimensions: number; vectors: number }>(sql`
    select substr(c.relname, ${PREFIX.length + 1})::int as dimensions, greatest(0, c.reltuples)::float8 as vectors
    from pg_class c join pg_index i on i.indexrelid = c.oid
    where i.indrelid = ${sql.param("slice_vectors")}::regclass and i.indisvalid and c.relname like ${`${PREFIX}%`}`);
  return new Map(rows.map(({ dimensions, vectors }) => [Number(dimensions), Number(vectors)]));
}

/** Makes the graph of a dimension; one whose making was killed is made anew. Not in a transaction. */
export async function makeGraph(db: Queryable, dimensions: number): Promise<void> {
  await db.execute(sql`drop index concurrently if exists ${nameOf(dimensions)}`);
  const key =
    dimensions >= SIGNS_FROM
      ? sql`(${signsOf(sql`embedding`, dimensions)}) bit_hamming_ops`
      : sql`((embedding::${typeOf(dimensions)})) halfvec_cosine_ops`;
  await db.execute(sql`create index concurrently ${nameOf(dimensions)} on slice_vectors using hnsw (${key})
    where dimensions = ${sql.raw(String(dimensions))} and is_graphed`);
}

/** How many vectors sets that answer have, by dimension. */
export async function countVectors(db: Queryable): Promise<Map<number, number>> {
  const { rows } = await db.execute<{ dimensions: number; vectors: number }>(sql`
    select v.dimensions, sum(s.slice_count)::float8 as vectors from slice_sets s
    cross join lateral (
      select dimensions from slice_vectors where set_id = s.id and model_id = s.embedding_model_id limit 1) v
    where s.is_ready group by v.dimensions`);
  return new Map(rows.map(({ dimensions, vectors }) => [Number(dimensions), Number(vectors)]));
}

/** Sets that answer and whose vectors, of one of these dimensions, are not all in the graph yet. */
export async function listUngraphedSets(db: Queryable, dimensions: readonly number[], limit: number) {
  const { rows } = await db.execute<{ id: string }>(sql`
    select s.id from slice_sets s where s.is_ready and not s.is_graphed and s.embedding_model_id is not null
    and exists (select 1 from slice_vectors v where v.set_id = s.id and v.model_id = s.embedding_model_id
      and v.dimensions = any(${sql.param([...dimensions])}::int[]))
    order by s.id limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Puts some vectors of a set into the graph; how many. */
export async function graphVectors(db: Queryable, setId: string, limit: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update slice_vectors set is_graphed = true where (slice_id, model_id) in (
      select slice_id, model_id from slice_vectors where set_id = ${setId} and not is_graphed limit ${limit})`);
  return rowCount ?? 0;
}

/** Whether all vectors of a set are in the graph. */
export async function markGraphed(db: Queryable, setId: string, isGraphed: boolean): Promise<void> {
  await db.update(sliceSets).set({ isGraphed }).where(eq(sliceSets.id, setId));
}

/** Places of short vectors a walk keeps in sight at least: with fewer it misses more. */
const SEEN_SHORT = 360;
/** So many more than are expected to be needed: going on when they do not suffice takes as long again. */
const SPARE = 1.07;
/** As many as a walk can keep in sight. */
const SEEN_MAX = 1000;

interface Walk extends Nearest {
  /** Part of the graph that is of the sets, 0 to 1. */
  share: number;
}

/** Slices nearest to a vector, nearly always the right ones: found by walking the graph of its dimension. */
export async function walkGraph({ setIds, modelId, vector, share }: Walk, limit: number) {
  const dimensions = vector.length;
  const type = typeOf(dimensions);
  const isShort = dimensions < SIGNS_FROM;
  const wanted = isShort ? limit : Math.ceil(limit * Math.max(COMPARED_LEAST, COMPARED * Math.sqrt(share)));
  const seen = Math.min(SEEN_MAX, Math.ceil(Math.max((wanted * SPARE) / share, isShort ? SEEN_SHORT : 1)));
  const signs = sql`(select signs from asked)`;
  const distance = isShort
    ? sql`embedding::${type} <=> (select vector from asked)`
    : sql`${signsOf(sql`embedding`, dimensions)} <~> ${signs}`;
  // The sets are no condition an index could serve, so that the graph is what orders.
  // What is asked is worked out before the walk begins, which then keeps as much in sight as is set there, for this statement.
  // Materialized, a vector is fetched and compared once, not once for its place and once for its likeness.
  const { rows } = await executeHot(
    `walk_${dimensions}`,
    sql`
    with given as materialized (select ${sql.param(vector, sliceVectors.embedding)}::${type} as vector),
    asked as materialized (select vector${isShort ? sql`` : sql`, ${signsOf(sql`vector`, dimensions)} as signs`} from given
      where set_config('hnsw.ef_search', ${String(seen)}, true) <> ''),
    near as materialized (
      select slice_id, embedding <=> (select vector from asked) as away from (
        select slice_id, embedding from slice_vectors
        where dimensions = ${sql.raw(String(dimensions))} and is_graphed and model_id = ${modelId}::uuid
          and ${isOneOf(sql`set_id`, setIds)}
        order by ${distance} limit ${wanted}::int) walked)
    select slice_id as id, 1 - away as cosine from near order by away, slice_id limit ${limit}::int`,
  );
  return scoredRows(rows);
}
