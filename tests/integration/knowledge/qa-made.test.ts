import { eq } from "drizzle-orm";
import { POST as copyRoute } from "@/app/api/knowledge/bases/[id]/copy/route";
import { POST as exportRoute, GET as takeRoute } from "@/app/api/knowledge/bases/[id]/export/route";
import { GET as baseRoute } from "@/app/api/knowledge/bases/[id]/route";
import { POST as importRoute } from "@/app/api/knowledge/bases/import/route";
import { POST as batchRoute } from "@/app/api/knowledge/qas/batch/route";
import { POST as generateRoute } from "@/app/api/knowledge/qas/generate/route";
import { POST as createRoute, GET as listRoute } from "@/app/api/knowledge/qas/route";
import { GET as workRoute } from "@/app/api/knowledge/qas/work/route";
import { POST as searchRoute } from "@/app/api/knowledge/search/route";
import { closeDatabase, db } from "@/db/client";
import { upsertConfig } from "@/db/queries/config/system-config";
import { qaPhrases } from "@/db/schema/knowledge";
import { invalidateConfig } from "@/lib/config/system-config";
import type { BaseDto } from "@/lib/features/knowledge/dto";
import type { QasDto, QaWorkDto } from "@/lib/features/knowledge/qa-dto";
import type { SearchDto } from "@/lib/features/knowledge/search-dto";
import { findQa } from "@/lib/features/knowledge/service/qa/find";
import { createFromAnswer } from "@/lib/features/knowledge/service/qa/from-answer";
import { makeQaVectors } from "@/lib/features/knowledge/service/qa/vectors";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { answer, call } from "@/tests/factories/call";
import { BOUNDARY, multipart } from "@/tests/factories/files";
import { makeBase, makeKnowledgeFile } from "@/tests/factories/knowledge";
import { resetCenter } from "@/tests/factories/knowledge-center";
import { makeModel, onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { runTasksOf } from "@/tests/factories/tasks";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

let fake: Awaited<ReturnType<typeof startModelServer>>;
let owner: Person;
let other: Person;
let embedding: string;

beforeAll(async () => {
  await onlyBuiltinModels();
  fake = await startModelServer();
  await startJobs([...TASK_JOBS, makeQaVectors], false);
  const modelId = await makeModel(fake.url, "fake-reader");
  embedding = await makeModel(fake.url, "fake-embedding", { type: "vector" });
  await upsertConfig(db(), "knowledgeChat", { modelId });
  invalidateConfig("knowledgeChat");
  [owner, other] = [await makePerson(), await makePerson()];
});
afterAll(async () => {
  await resetCenter();
  await upsertConfig(db(), "knowledgeChat", {});
  invalidateConfig("knowledgeChat");
  await fake.close();
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

const at = (person: Person) => ({ token: person.token });
async function make(baseId: string, question: string, more: object = {}): Promise<string> {
  const body = { baseId, question, answer: `About ${question}`, ...more };
  const made = await answer<{ id: string }>(createRoute, { ...at(owner), body });
  if (!made.data) throw new Error(made.message);
  return made.data.id;
}
const pairsOf = async (person: Person, baseId: string) =>
  (await answer<QasDto>(listRoute, { ...at(person), query: { baseId, sort: "question" } })).data!.items;

describe("pairs a model makes of files", () => {
  it("are proposals with their place, each question once, and answer when they are approved", async () => {
    const base = await makeBase(owner, { visibility: "all" });
    const file = await makeKnowledgeFile(owner, base, "rent.txt", "Rent is due on the first of each month.\n");
    const body = { baseId: base, fileIds: [file.id!], count: 5 };
    expect((await answer(generateRoute, { ...at(other), body })).code).toBe(404);
    expect((await answer(generateRoute, { ...at(owner), body })).code).toBe(200);
    expect((await answer(generateRoute, { ...at(owner), body })).code).toBe(409);
    await runTasksOf(base);
    const { data } = await answer<QaWorkDto>(workRoute, { ...at(owner), query: { baseId: base } });
    expect(data?.generation).toMatchObject({ status: "done", added: 1, skipped: 1, error: null });
    const [pair] = await pairsOf(owner, base);
    expect(pair).toMatchObject({ question: "What is said of Rent?", state: "proposed", origin: "generated" });
    const ask = () => findQa(other.actor, { baseIds: [base], question: pair!.question, minScore: 0.85 });
    expect(await ask()).toBeNull();
    await answer(batchRoute, { ...at(owner), body: { baseId: base, action: "approve", allProposed: true } });
    expect((await ask())?.qa.citations).toEqual([expect.objectContaining({ knowledgeFileId: file.id })]);
  });
});

describe("pairs in other words", () => {
  it("are found by the model of their base, but never where figures, names or a denial differ", async () => {
    const base = await makeBase(owner, { name: "Meaning", visibility: "all", embeddingModelId: embedding });
    const id = await make(base, "How do colleagues request a parking space at site 7?");
    await makeQaVectors.execute(
      { baseId: base, authorId: owner.id },
      { jobId: "job", signal: new AbortController().signal },
    );
    const phrases = await db().select().from(qaPhrases).where(eq(qaPhrases.qaId, id));
    expect(phrases.map(({ modelId }) => modelId)).toEqual([embedding]);
    const ask = (question: string) => findQa(other.actor, { baseIds: [base], question, minScore: 0.85 });
    expect(await ask("How can staff obtain a garage slot near site 7?")).toMatchObject({ by: "meaning", qa: { id } });
    expect(await ask("How can staff obtain a garage slot near site 8?")).toBeNull();
    expect(await ask("How can staff not obtain a garage slot near site 7?")).toBeNull();
    expect(await ask("How do colleagues request a parking space at site 7 in Berlin?")).toBeNull();
    expect(await ask("How do colleagues request a locker space at site 7?")).toBeNull();
  });
});

describe("a pair of an answer", () => {
  it("waits or answers as asked, in a base its maker manages", async () => {
    const base = await makeBase(owner, { name: "Answers", visibility: "all" });
    const input = { baseId: base, question: "Made of an answer?", answer: "Yes.", messageId: base, cited: [] };
    await expect(createFromAnswer(other.actor, { ...input, isActive: true })).rejects.toThrow("notFound");
  });
});

describe("pairs of a base", () => {
  it("are counted, come along with a copy, and with an archive", async () => {
    const base = await makeBase(owner, { name: "Original" });
    await make(base, "One?", { synonyms: ["First?"], validUntil: "2090-05-01" });
    await make(base, "Two?");
    const count = async (id: string) =>
      (await answer<BaseDto>(baseRoute, { ...at(owner), params: { id } })).data?.qaCount;
    expect(await count(base)).toBe(2);
    const copied = await answer<{ id: string }>(copyRoute, {
      ...at(owner),
      params: { id: base },
      body: { name: "Copy", withFiles: false },
    });
    expect(await count(copied.data!.id)).toBe(2);
    const found = await findQa(owner.actor, { baseIds: [copied.data!.id], question: "first", minScore: 0.85 });
    expect(found?.qa.question).toBe("One?");

    await answer(exportRoute, { ...at(owner), params: { id: base } });
    await runTasksOf(`${base} ${owner.id}`);
    const archive = await call(takeRoute, { ...at(owner), params: { id: base } });
    const bytes = new Uint8Array(await archive.arrayBuffer());
    const raw = multipart([{ name: "file", filename: "base.zip", bytes }]) as unknown as BodyInit;
    const headers = { "content-type": `multipart/form-data; boundary=${BOUNDARY}` };
    const back = await answer<{ id: string }>(importRoute, { ...at(owner), raw, headers, method: "POST" });
    expect(await pairsOf(owner, back.data!.id)).toMatchObject([
      { question: "One?", synonymCount: 1, validUntil: "2090-05-01", origin: "imported" },
      { question: "Two?", synonymCount: 0 },
    ]);
  });

  it("stand first in a search, for who may use their base", async () => {
    const base = await makeBase(owner, { name: "Searched" });
    await make(base, "Where is the zebra kept?");
    const search = async (person: Person) =>
      (await answer<SearchDto>(searchRoute, { ...at(person), body: { query: "where is the zebra kept" } })).data?.qa;
    expect(await search(owner)).toMatchObject({ question: "Where is the zebra kept?", author: owner.actor.name });
    expect(await search(other)).toBeNull();
  });
});
