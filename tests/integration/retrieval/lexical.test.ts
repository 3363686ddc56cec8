import { eq, sql } from "drizzle-orm";
import { v7 } from "uuid";
import { db, pool } from "@/db/client";
import { listSearchedSets, listSetWords } from "@/db/queries/retrieval/retrieval";
import { setWords, sliceSets, slices } from "@/db/schema/retrieval";
import { backgroundIdle } from "@/lib/background";
import { flushLedger } from "@/lib/models/ledger";
import { indexWords } from "@/lib/retrieval/index-words";
import { segmentVersion } from "@/lib/retrieval/ingest";
import { rankWords, searchWords } from "@/lib/retrieval/lexical";
import { search } from "@/lib/retrieval/search";
import type { SearchedSet } from "@/lib/retrieval/types";
import { onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson } from "@/tests/factories/people";
import { buildSet, makeVersion, parsedText } from "@/tests/factories/versions";

/** Said to be larger than what is searched in memory, so that the database is asked. */
const MANY = 100_000;
const LARGE = { sliceCount: MANY, wordBytes: 1e9, revision: 0, isIndexed: true };

const WORDS = "harbour glacier orchard railway library volcano theatre vineyard meadow tunnel bridge lantern".split(
  " ",
);
let sets: SearchedSet[];

beforeAll(async () => {
  // How long slices are in the mean is looked at in the whole table: those of other files would weigh in.
  await db().delete(sliceSets);
  await onlyBuiltinModels();
  const person = await makePerson();
  const signal = new AbortController().signal;
  sets = [];
  for (const seed of [3, 5]) {
    const { versionId } = await makeVersion(person.id);
    const paragraphs = Array.from({ length: 60 }, (_, at) => {
      const words = Array.from(
        { length: 30 },
        (_, place) => WORDS[(at * seed + place * place * (at + 1)) % WORDS.length],
      );
      return `${words.join(" ")} number${at}x${seed} 第${at}号仓库存放货物${at % 7}吨 it's O'Brien\\n "quoted".`;
    });
    const text = parsedText(paragraphs);
    const segmentation = { mode: "single" as const, maxTokens: 80, overlap: 0 };
    const made = await segmentVersion({ ...text, versionId, owner: "reading", segmentation, signal });
    await buildSet({ setId: made.setId, viewer: person.actor, app: "document", signal });
    const [set] = await listSearchedSets(db(), [made.setId]);
    sets.push(set!);
  }
  // Nobody asks the index for so few words.
  await indexWords({ from: 1e6, signal });
  expect(await listSearchedSets(db(), [sets[0]!.id])).toMatchObject([{ isIndexed: false }]);
  await indexWords({ from: 0, signal });
  expect(await listSearchedSets(db(), [sets[0]!.id])).toMatchObject([{ isIndexed: true }]);
});

test("nothing of what was indexed is left waiting, which every search would go through", async () => {
  const { rows } = await db().execute(sql`select gin_clean_pending_list('slices_terms_idx')::int as pages`);
  expect(rows).toEqual([{ pages: 0 }]);
});

test.each([
  "number17x3",
  "Where are the glaciers and the lanterns, number 41?",
  "第23号仓库存放了多少货物？",
  "O'Brien's \\ 'harbour' & !tunnel | (bridge) <-> :*",
])("memory and database agree on %j", async (query) => {
  const fromMemory = await searchWords(sets, query, 500);
  const asLarge = sets.map(({ id }) => ({ ...LARGE, id, sliceCount: MANY / 2 }));
  const fromDatabase = await searchWords(asLarge, query, 500);
  expect(fromMemory.length).toBeGreaterThan(0);
  // The space is said to be larger than it is, so weights differ a little; who is found, and who is best, does not.
  expect(new Set(fromDatabase.map(({ id }) => id)).size).toBe(fromDatabase.length);
  const known = new Set(fromMemory.map(({ id }) => id));
  expect(fromDatabase.filter(({ id }) => !known.has(id))).toEqual([]);
  expect(fromMemory.slice(0, 3).map(({ id }) => id)).toContain(fromDatabase[0]?.id);
});

test("a slice far behind the limit has its place, in memory and in the database", async () => {
  const query = "Where are the glaciers and the lanterns, number 41?";
  for (const space of [sets, sets.map(({ id }) => ({ ...LARGE, id, sliceCount: MANY / 2 }))]) {
    const list = await searchWords(space, query, 500);
    for (const index of [0, 4, list.length - 1]) {
      const { id, score } = list[index]!;
      const ranked = await rankWords(space, query, { limit: 3, id });
      expect(ranked.place).toEqual({ rank: index + 1, score, of: list.length });
      expect(ranked.list).toEqual(list.slice(0, 3));
    }
    expect((await rankWords(space, query, { limit: 3, id: v7() })).place).toBeNull();
  }
});

test("the database counts occurrences as memory does", async () => {
  const query = "harbour";
  const exact = await searchWords(sets, query, 500);
  const slices = sets.reduce((sum, { sliceCount }) => sum + sliceCount, 0);
  const asLarge = sets.map(({ id }, at) => ({ ...LARGE, id, sliceCount: at === 0 ? MANY : 0 }));
  const scored = await searchWords(asLarge, query, 500);
  expect(scored).toHaveLength(Math.min(200, exact.length));
  // One term: the weight is a common factor, and so is what the mean length changes but little.
  const ratio = exact[0]!.score / scored[0]!.score;
  const byId = new Map(exact.map(({ id, score }) => [id, score]));
  for (const { id, score } of scored) expect(Math.abs((score * ratio) / byId.get(id)! - 1)).toBeLessThan(0.15);
  expect(slices).toBeGreaterThan(60);
});

test("what is not in the index yet is found beside the rest, and weighs as much", async () => {
  const person = await makePerson();
  const { versionId } = await makeVersion(person.id);
  const signal = new AbortController().signal;
  const segmentation = { mode: "none" as const, maxTokens: 8000, overlap: 0 };
  const text = parsedText(["The harbour of number17x3 opened late, and so did its theatre."]);
  const { setId } = await segmentVersion({ ...text, versionId, owner: "reading", segmentation, signal });
  await buildSet({ setId, viewer: person.actor, app: "document", signal });
  const [fresh] = await listSearchedSets(db(), [setId]);
  expect(fresh).toMatchObject({ isIndexed: false });
  const asLarge = sets.map(({ id }) => ({ ...LARGE, id, sliceCount: MANY / 2 }));
  const find = async (query: string) => {
    const found = await searchWords([...asLarge, fresh!], query, 500);
    const [own] = await db().select({ id: slices.id }).from(slices).where(eq(slices.setId, setId));
    return { found, own: found.find(({ id }) => id === own!.id) };
  };
  const waiting = await find("number17x3 harbour");
  // Short, it holds both words: it is the best, before another one that holds the rare one.
  expect(waiting.found[0]).toEqual(waiting.own);
  expect(waiting.found.length).toBeGreaterThan(1);
  await indexWords({ from: 0, signal });
  const [indexed] = await listSearchedSets(db(), [setId]);
  const after = await searchWords([...asLarge, indexed!], "number17x3 harbour", 500);
  expect(after[0]!.id).toBe(waiting.own!.id);
  expect(after[0]!.score / waiting.own!.score).toBeCloseTo(1, 1);
  await db().delete(sliceSets).where(eq(sliceSets.id, setId));
});

test("nothing is found by nothing, by stop words, or in no set", async () => {
  for (const query of ["", "the of and", "的了是", "!!! ???", "zzzzunknown"]) {
    expect(await searchWords(sets, query, 10)).toEqual([]);
    expect(await searchWords([{ ...LARGE, id: sets[0]!.id }], query, 10)).toEqual([]);
  }
  expect(await searchWords([], "harbour", 10)).toEqual([]);
  // Known a moment ago, gone by now.
  expect(
    await searchWords([{ id: v7(), sliceCount: 3, wordBytes: 900, revision: 0, isIndexed: false }], "harbour", 10),
  ).toEqual([]);
});

/** As after a start. */
function forgetWords() {
  (globalThis as typeof globalThis & { __setWords?: unknown }).__setWords = undefined;
}

test.each([
  ["was cut by an older version", 0],
  // A backup carries how many bytes its words are, and not the words.
  ["was restored", undefined],
])("a set that %s gets its words at the first search, and keeps them", async (_, wordBytes) => {
  const [known] = sets as [SearchedSet];
  const expected = await searchWords([known], "number17x3 harbour", 500);
  const stored = await listSetWords(db(), [known.id]);
  await db().delete(setWords).where(eq(setWords.setId, known.id));
  if (wordBytes !== undefined) await db().update(sliceSets).set({ wordBytes }).where(eq(sliceSets.id, known.id));
  forgetWords();
  const [old] = await listSearchedSets(db(), [known.id]);
  expect(await searchWords([old!], "number17x3 harbour", 500)).toEqual(expected);
  expect(await listSearchedSets(db(), [known.id])).toMatchObject([{ wordBytes: known.wordBytes }]);
  expect(await listSetWords(db(), [known.id])).toEqual(stored);
});

test("many small documents are searched with as many statements as a few", async () => {
  const person = await makePerson();
  const signal = new AbortController().signal;
  const segmentation = { mode: "none" as const, maxTokens: 8000, overlap: 0 };
  const setIds: string[] = [];
  for (let at = 0; at < 40; at++) {
    const { versionId } = await makeVersion(person.id);
    const text = parsedText([`The ${WORDS[at % 12]} of town${at} opened late.`]);
    const { setId } = await segmentVersion({ ...text, versionId, owner: "reading", segmentation, signal });
    await buildSet({ setId, viewer: person.actor, app: "document", signal });
    setIds.push(setId);
  }
  // What the ledger still writes of the embedding is no statement of a search.
  await backgroundIdle(10_000);
  await flushLedger();
  const statements = [];
  for (const count of [2, 40]) {
    forgetWords();
    const query = jest.spyOn(pool(), "query");
    const request = {
      app: "document",
      setIds: setIds.slice(0, count),
      query: "town1",
      topK: 5,
      mode: "lexical" as const,
    };
    const { hits } = await search(person.actor, request);
    expect(hits.map(({ setId }) => setId)).toEqual([setIds[1]]);
    statements.push(query.mock.calls.length);
    query.mockRestore();
  }
  expect(statements[0]).toBeGreaterThan(0);
  expect(statements[1]).toBe(statements[0]);
});
