import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { PATCH as baseRoute } from "@/app/api/knowledge/bases/[id]/route";
import { PATCH as fileRoute } from "@/app/api/knowledge/files/[id]/route";
import { POST as searchRoute } from "@/app/api/knowledge/search/route";
import { GET as bytesRoute } from "@/app/api/reader/[versionId]/file/route";
import { GET as pieceRoute } from "@/app/api/reader/[versionId]/pieces/[number]/route";
import { GET as readerRoute } from "@/app/api/reader/[versionId]/route";
import { GET as wordsRoute } from "@/app/api/reader/[versionId]/search/route";
import { closeDatabase, db } from "@/db/client";
import { insertModel, insertSupplier } from "@/db/queries/models/models";
import { knowledgeFiles } from "@/db/schema/knowledge";
import { sliceSets } from "@/db/schema/retrieval";
import type { SearchDto } from "@/lib/features/knowledge/search-dto";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { invalidateModels } from "@/lib/models/registry";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { answer, call } from "@/tests/factories/call";
import { makeBase, makeKnowledgeFile } from "@/tests/factories/knowledge";
import { onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";

let owner: Person;
let reader: Person;
const bases: Record<string, string> = {};
const files: Record<string, Awaited<ReturnType<typeof makeKnowledgeFile>>> = {};

const search = async (person: Person, query: string, filters: object = {}) => {
  const { data, message } = await answer<SearchDto>(searchRoute, {
    token: person.token,
    body: { query, ...filters },
  });
  if (!data) throw new Error(message);
  return data;
};
const namesOf = ({ files }: SearchDto) => files.map(({ name }) => name).sort();
const patchFile = (id: string, body: object) =>
  answer(fileRoute, { token: owner.token, method: "PATCH", params: { id }, body });

beforeAll(async () => {
  await onlyBuiltinModels();
  await startJobs(TASK_JOBS, false);
  owner = await makePerson();
  reader = await makePerson({ codes: ["KBCENTER:KB:SEARCH", "USER"] });
  bases.open = await makeBase(owner, { name: "Travel", visibility: "all" });
  bases.own = await makeBase(owner, { name: "Secret" });
  files.rates = await makeKnowledgeFile(
    owner,
    bases.open,
    "rates.md",
    "# Hotels\n\nThe lodging allowance is at most 600 marigold a night.\n\n# Meals\n\nNobody pays for meals.\n",
  );
  files.season = await makeKnowledgeFile(owner, bases.open, "season-lodging.txt", "旺季期间住宿标准可上浮。\n");
  files.secret = await makeKnowledgeFile(
    owner,
    bases.own,
    "secret.txt",
    "The lodging allowance of the board is 900 marigold.\n",
  );
}, 60_000);
afterAll(async () => {
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

it("finds places with their words, and files by their name, in what the person reaches and in nothing else", async () => {
  const found = await search(reader, "lodging allowances");
  expect(namesOf(found)).toEqual(["rates.md", "season-lodging.txt"]);
  const rates = found.files.find(({ name }) => name === "rates.md")!;
  const [slice] = rates.slices;
  expect(slice!.marks.map(({ from, to }) => slice!.excerpt.slice(from, to))).toEqual(["lodging", "allowance"]);
  const { text } = (
    await answer<{ text: string }>(pieceRoute, {
      token: reader.token,
      params: { versionId: rates.versionId, number: "0" },
    })
  ).data!;
  expect(slice!.places.map(({ from, to }) => text.slice(from, to))).toEqual(["lodging", "allowance"]);
  const named = found.files.find(({ name }) => name === "season-lodging.txt")!;
  expect(named.slices).toEqual([]);
  expect(named.marks).toEqual([{ from: 7, to: 14 }]);
  expect(JSON.stringify(found)).not.toMatch(/secret|Secret|of the board|900 marigold/);
  expect(namesOf(await search(owner, "lodging allowances"))).toEqual(["rates.md", "season-lodging.txt", "secret.txt"]);
  expect(namesOf(await search(reader, "住宿标准"))).toEqual(["season-lodging.txt"]);
});

it("finds nothing where no word and no meaning fits", async () => {
  expect(await search(reader, "zeppelin")).toMatchObject({ files: [], slices: 0 });
});

it("is narrowed by base, type, tag, owner and days, and counts what each choice would leave", async () => {
  await patchFile(files.season!.id, { tags: ["season"] });
  const all = await search(owner, "lodging allowance");
  expect(all.facets.bases.map(({ name, count }) => [name, count])).toEqual([
    ["Travel", 2],
    ["Secret", 1],
  ]);
  const only = await search(owner, "lodging allowance", { baseIds: [bases.own] });
  expect(namesOf(only)).toEqual(["secret.txt"]);
  expect(only.facets.bases.map(({ name, count }) => [name, count])).toEqual([
    ["Secret", 1],
    ["Travel", 2],
  ]);
  expect(only.facets.kinds).toEqual([{ id: "text", count: 1 }]);
  expect(namesOf(await search(owner, "lodging", { tags: ["season"] }))).toEqual(["season-lodging.txt"]);
  expect((await search(owner, "lodging", { kinds: ["pdf"] })).files).toEqual([]);
  expect((await search(owner, "lodging", { ownerIds: [reader.id] })).files).toEqual([]);
  expect((await search(owner, "lodging", { ownerIds: [owner.id], days: 7 })).files).toHaveLength(3);
});

it("leaves out what is past its days unless it is asked for, and then says so", async () => {
  await patchFile(files.season!.id, { validUntil: "2020-01-01" });
  const found = await search(reader, "lodging allowance");
  expect(namesOf(found)).toEqual(["rates.md"]);
  expect(found.facets.expired).toBe(1);
  const more = await search(reader, "lodging allowance", { expired: true });
  expect(more.files.filter(({ isExpired }) => isExpired).map(({ name }) => name)).toEqual(["season-lodging.txt"]);
  await patchFile(files.season!.id, { validUntil: null });
});

it("a file narrowed by its owner, or a base withdrawn, is found by nobody else from then on", async () => {
  await db().update(knowledgeFiles).set({ visibility: "self" }).where(eq(knowledgeFiles.id, files.rates!.id));
  expect(namesOf(await search(reader, "lodging"))).toEqual(["season-lodging.txt"]);
  await db().update(knowledgeFiles).set({ visibility: "all" }).where(eq(knowledgeFiles.id, files.rates!.id));
  const change = (visibility: string) =>
    answer(baseRoute, { token: owner.token, method: "PATCH", params: { id: bases.open! }, body: { visibility } });
  await change("self");
  expect(await search(reader, "lodging")).toMatchObject({ files: [], facets: { bases: [], tags: [], owners: [] } });
  await change("all");
});

it("bases of two embedding models are searched together, by words alone where a model does not answer", async () => {
  const supplierId = await insertSupplier(db(), { name: v7(), template: "builtin" });
  const model = await insertModel(
    db(),
    { name: v7(), type: "vector" },
    { supplierId, upstreamModel: "builtin-lexical-embedding" },
  );
  invalidateModels();
  const base = await makeBase(owner, { name: "Other", visibility: "all", embeddingModelId: model });
  await makeKnowledgeFile(owner, base, "other.txt", "Lodging is refunded in marigold.\n");
  const both = await search(reader, "lodging in marigold");
  expect(namesOf(both)).toEqual(["other.txt", "rates.md", "season-lodging.txt"]);
  expect(both.isByWords).toBe(false);
  await db().update(sliceSets).set({ embeddingModelId: null });
  const words = await search(reader, "lodging in marigold");
  expect(namesOf(words)).toEqual(["other.txt", "rates.md", "season-lodging.txt"]);
  expect(words.isByWords).toBe(true);
});

it("who may only search reads what was found; without the code there is no search", async () => {
  const { versionId } = files.rates!;
  const at = { token: reader.token, params: { versionId } };
  for (const [route, options] of [
    [readerRoute, at],
    [bytesRoute, at],
    [pieceRoute, { ...at, params: { versionId, number: "0" } }],
    [wordsRoute, { ...at, query: { q: "lodging" } }],
  ] as const)
    expect((await call(route, options)).status).toBe(200);
  const chatter = await makePerson({ codes: ["KBCENTER:CHAT", "USER"] });
  expect((await call(searchRoute, { token: chatter.token, body: { query: "lodging" } })).status).toBe(403);
  expect((await call(searchRoute, { token: reader.token, body: { query: " " } })).status).toBe(400);
});
