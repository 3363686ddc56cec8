import { eq, sql } from "drizzle-orm";
import { v7 } from "uuid";
import { db } from "@/db/client";
import { listGraphs, listNearestBySigns, walkGraph } from "@/db/queries/retrieval/graph";
import { insertSliceSet, insertSlices, insertSliceVectors, listNearest } from "@/db/queries/retrieval/retrieval";
import { sliceSets, sliceSigns, sliceVectors } from "@/db/schema/retrieval";
import { findNearest, growGraphs } from "@/lib/retrieval/graph";
import { makePerson } from "@/tests/factories/people";
import { makeVersion } from "@/tests/factories/versions";

const EACH = 120;
const signal = new AbortController().signal;
let dimensions: number;
let modelId: string;

/** Vectors in all directions, the same in every run. */
const vectorOf = (seed: number) =>
  Array.from({ length: dimensions }, (_, at) => Math.sin(seed * 12.9898 + at * 78.233));

async function makeSet(ownerId: string, number: number): Promise<string> {
  const { versionId } = await makeVersion(ownerId);
  const setId = v7();
  const set = { id: setId, versionId, owner: v7(), segmentation: {}, embeddingModelId: modelId };
  await insertSliceSet(db(), { ...set, isReady: true, sliceCount: EACH });
  const place = { from: 0, to: 1, text: "x", tokens: 1, terms: "'x':1", termCount: 1 };
  const rows = Array.from({ length: EACH }, (_, ordinal) => ({ id: v7(), setId, ordinal, ...place }));
  await insertSlices(db(), rows);
  const vectors = rows.map(({ id }, at) => ({ sliceId: id, embedding: vectorOf(number * EACH + at) }));
  await insertSliceVectors(
    db(),
    vectors.map((row) => ({ ...row, setId, modelId, dimensions })),
  );
  return setId;
}

/** As a search knows them, of a space too large for an exact sort. */
const asLarge = (sets: readonly string[], isGraphed: boolean) =>
  sets.map((id) => ({ id, sliceCount: 6000, wordBytes: 0, revision: 0, isIndexed: true, isGraphed }));

describe.each([
  ["short vectors, whole", 12],
  ["long ones, by their signs", 768],
])("%s", (_, size) => {
  let setIds: string[];
  beforeAll(async () => {
    [dimensions, modelId] = [size, v7()];
    const people = [await makePerson(), await makePerson()];
    setIds = [];
    // As every connection to Postgres has it; the embedded database, where graphs are not walked, lacks it.
    await db().execute(sql`set hnsw.iterative_scan = 'relaxed_order'`);
    for (let number = 0; number < 8; number++) setIds.push(await makeSet(people[number % 2]!.id, number));
  });

  afterAll(async () => {
    await db().execute(sql.raw(`drop index if exists slice_vectors_near_${dimensions}`));
    // Other tests look at how common words are in the whole table.
    await db().delete(sliceSets).where(eq(sliceSets.embeddingModelId, modelId));
  });

  test("a graph is made once there are enough vectors, and answers as an exact sort does, of the sets named alone", async () => {
    await growGraphs({ from: 8 * EACH + 1, signal });
    expect((await listGraphs(db())).has(dimensions)).toBe(false);
    await growGraphs({ from: EACH, signal });
    expect((await listGraphs(db())).has(dimensions)).toBe(true);

    for (const mine of [setIds, setIds.slice(0, 2), setIds.slice(7)]) {
      for (const seed of [0.5, 77.7, 1234.5]) {
        const asked = { setIds: mine, modelId, vector: vectorOf(seed) };
        const exact = (await listNearest(asked, 20)).map(({ id }) => id);
        const share = mine.length / setIds.length;
        const walked = (await walkGraph({ ...asked, share }, 20)).map(({ id }) => id);
        expect(walked.filter((id) => exact.includes(id)).length).toBeGreaterThanOrEqual(18);
      }
    }
    expect(await walkGraph({ setIds: [v7()], modelId, vector: vectorOf(1), share: 1 }, 20)).toEqual([]);
    expect(await walkGraph({ setIds, modelId: v7(), vector: vectorOf(1), share: 1 }, 20)).toEqual([]);
  });

  test("what came after the graph was grown is found too", async () => {
    await growGraphs({ from: EACH, signal });
    const late = await makeSet((await makePerson()).id, 9);
    const vector = vectorOf(9 * EACH + 5);
    const sets = [...asLarge(setIds, true), ...asLarge([late], false)];
    const exact = await listNearest({ setIds: [...setIds, late], modelId, vector }, 10);
    const found = await findNearest({ sets, modelId, vector }, 10);
    expect(found[0]).toEqual(exact[0]);
    expect(found.filter(({ id }) => exact.some((one) => one.id === id)).length).toBeGreaterThanOrEqual(9);
  });
});

describe("signs of vectors", () => {
  let setIds: string[];
  beforeAll(async () => {
    [dimensions, modelId] = [768, v7()];
    const person = await makePerson();
    setIds = [];
    for (let number = 0; number < 8; number++) setIds.push(await makeSet(person.id, number));
  });

  afterAll(async () => {
    await db().delete(sliceSets).where(eq(sliceSets.embeddingModelId, modelId));
  });

  test("of many slices they bring what an exact sort brings, of the sets named alone", async () => {
    for (const mine of [setIds, setIds.slice(0, 3)]) {
      for (const seed of [0.5, 77.7, 1234.5]) {
        const asked = { setIds: mine, modelId, vector: vectorOf(seed) };
        const exact = await listNearest(asked, 20);
        const found = await listNearestBySigns(asked, 20);
        expect(found.filter(({ id }) => exact.some((one) => one.id === id)).length).toBeGreaterThanOrEqual(18);
        expect(found[0]).toEqual(exact[0]);
        const sets = asLarge(mine, false);
        expect(await findNearest({ sets, modelId, vector: asked.vector }, 20)).toEqual(found);
      }
    }
    const vector = vectorOf(1);
    expect(await listNearestBySigns({ setIds: [v7()], modelId, vector }, 20)).toEqual([]);
    expect(await listNearestBySigns({ setIds, modelId: v7(), vector }, 20)).toEqual([]);
    expect(await listNearestBySigns({ setIds, modelId, vector: [...vector, 0] }, 20)).toEqual([]);
  });

  test("they come and go with their vector; a short one has none", async () => {
    const signs = () => db().$count(sliceSigns, eq(sliceSigns.setId, setIds[0]!));
    expect(await signs()).toBe(EACH);
    await db().delete(sliceVectors).where(eq(sliceVectors.setId, setIds[0]!));
    expect(await signs()).toBe(0);
    dimensions = 767;
    const short = await makeSet((await makePerson()).id, 9);
    expect(await db().$count(sliceSigns, eq(sliceSigns.setId, short))).toBe(0);
    expect(await db().$count(sliceVectors, eq(sliceVectors.setId, short))).toBe(EACH);
  });
});
