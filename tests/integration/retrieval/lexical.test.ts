import { segmentVersion } from "@/lib/retrieval/ingest";
import { searchWords } from "@/lib/retrieval/lexical";
import { onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson } from "@/tests/factories/people";
import { buildSet, makeVersion, parsedText } from "@/tests/factories/versions";

/** More than are kept in memory: the same sets are then searched in the database. */
const MANY = 100_000;

const WORDS = "harbour glacier orchard railway library volcano theatre vineyard meadow tunnel bridge lantern".split(
  " ",
);
let sets: { id: string; sliceCount: number }[];

beforeAll(async () => {
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
    sets.push({ id: made.setId, sliceCount: made.slices });
  }
});

test.each([
  "number17x3",
  "Where are the glaciers and the lanterns, number 41?",
  "第23号仓库存放了多少货物？",
  "O'Brien's \\ 'harbour' & !tunnel | (bridge) <-> :*",
])("memory and database agree on %j", async (query) => {
  const fromMemory = await searchWords(sets, query, 500);
  const asLarge = sets.map(({ id }) => ({ id, sliceCount: MANY / 2 }));
  const fromDatabase = await searchWords(asLarge, query, 500);
  expect(fromMemory.length).toBeGreaterThan(0);
  // The space is said to be larger than it is, so weights differ a little; who is found, and who is best, does not.
  expect(new Set(fromDatabase.map(({ id }) => id)).size).toBe(fromDatabase.length);
  const known = new Set(fromMemory.map(({ id }) => id));
  expect(fromDatabase.filter(({ id }) => !known.has(id))).toEqual([]);
  expect(fromMemory.slice(0, 3).map(({ id }) => id)).toContain(fromDatabase[0]?.id);
});

test("the database counts occurrences as memory does", async () => {
  const query = "harbour";
  const exact = await searchWords(sets, query, 500);
  const slices = sets.reduce((sum, { sliceCount }) => sum + sliceCount, 0);
  const asLarge = sets.map(({ id }, at) => ({ id, sliceCount: at === 0 ? MANY : 0 }));
  const scored = await searchWords(asLarge, query, 500);
  expect(scored).toHaveLength(Math.min(200, exact.length));
  // One term: the weight is a common factor, and so is what the mean length changes but little.
  const ratio = exact[0]!.score / scored[0]!.score;
  const byId = new Map(exact.map(({ id, score }) => [id, score]));
  for (const { id, score } of scored) expect(Math.abs((score * ratio) / byId.get(id)! - 1)).toBeLessThan(0.15);
  expect(slices).toBeGreaterThan(60);
});

test("nothing is found by nothing, by stop words, or in no set", async () => {
  for (const query of ["", "the of and", "的了是", "!!! ???", "zzzzunknown"]) {
    expect(await searchWords(sets, query, 10)).toEqual([]);
    expect(await searchWords([{ id: sets[0]!.id, sliceCount: MANY }], query, 10)).toEqual([]);
  }
  expect(await searchWords([], "harbour", 10)).toEqual([]);
});
