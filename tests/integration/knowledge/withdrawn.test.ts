import { and, eq } from "drizzle-orm";
import { POST as changeEmbedding } from "@/app/api/knowledge/bases/[id]/embedding/route";
import { POST as batchRoute } from "@/app/api/knowledge/bases/[id]/files/batch/route";
import { POST as restoreBase } from "@/app/api/knowledge/bases/[id]/restore/route";
import { PATCH as changeBase, DELETE as deleteBase } from "@/app/api/knowledge/bases/[id]/route";
import { POST as cancelFile } from "@/app/api/knowledge/files/[id]/cancel/route";
import { POST as retryFile } from "@/app/api/knowledge/files/[id]/retry/route";
import { DELETE as deleteFile, GET as readFile } from "@/app/api/knowledge/files/[id]/route";
import { GET as listSlices } from "@/app/api/knowledge/files/[id]/slices/route";
import { POST as changeSlice } from "@/app/api/knowledge/slices/[id]/route";
import { closeDatabase, db } from "@/db/client";
import { usageLedger } from "@/db/schema/models";
import { sliceSets, slices, sliceVectors } from "@/db/schema/retrieval";
import { tasks } from "@/db/schema/tasks";
import type { KnowledgeFileDto, SlicesDto } from "@/lib/features/knowledge/dto";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { flushLedger } from "@/lib/models/ledger";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { answer } from "@/tests/factories/call";
import { addFiles, granted, makeBase } from "@/tests/factories/knowledge";
import { makeModel, onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { runTasksOf } from "@/tests/factories/tasks";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

/** Slices of a file: more than are bought before the work is asked about again. */
const SLICES = 150;
const AT_ONCE = 100;
const CUT = JSON.stringify({
  mode: "separator",
  maxTokens: 60,
  overlap: 0,
  separators: [{ text: "Rule", regex: true }],
});
const textOf = (of: string) =>
  Array.from({ length: SLICES }, (_, n) => `Rule ${n} of ${of} is that room ${n} costs ${n * 3} euros.`).join("\n");

let fake: Awaited<ReturnType<typeof startModelServer>>;
let state: { requests: { path: string; body: { input: string[] } }[]; onEmbeddings?: () => Promise<void> };
let owner: Person;
let manager: Person;
let reader: Person;
let [model, next]: string[] = [];
let base: string;

beforeAll(async () => {
  await onlyBuiltinModels();
  fake = await startModelServer();
  state = fake.state as unknown as typeof state;
  await startJobs(TASK_JOBS, false);
});
beforeEach(async () => {
  [owner, manager, reader] = [await makePerson(), await makePerson(), await makePerson()];
  [model, next] = [await embedding(), await embedding()];
  base = await makeBase(owner, { embeddingModelId: model, visibility: "partial", grants: grants() });
  state.requests.length = 0;
  state.onEmbeddings = undefined;
});
afterAll(async () => {
  await fake.close();
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

const embedding = () => makeModel(fake.url, "fake-embedding", { type: "vector" });
const grants = () => [granted("user", manager.id, "manage"), granted("user", reader.id)];
const at = (person: Person, id: string, method = "POST") => ({ token: person.token, params: { id }, method });
const bought = () =>
  state.requests.filter(({ path }) => path.endsWith("/embeddings")).flatMap(({ body }) => body.input);

async function upload(person: Person, name = "rules.txt", to = base): Promise<KnowledgeFileDto> {
  const { data } = await addFiles(person, to, [{ name, bytes: textOf(`${name} ${to}`) }], { segmentation: CUT });
  return data!.items[0]!;
}

const read = async (person: Person, id: string) =>
  (await answer<KnowledgeFileDto>(readFile, at(person, id, "GET"))).data!;
const retry = (person: Person, id: string) => answer(retryFile, at(person, id));
const trash = (person: Person, id = base) => answer(deleteBase, at(person, id, "DELETE"));
const restore = (person: Person, id = base) => answer(restoreBase, at(person, id));
const move = (id: string, baseId: string) =>
  answer(batchRoute, { ...at(owner, base), body: { ids: [id], action: { kind: "move", folder: "", baseId } } });

/** At the first call for vectors; the answer to it comes afterwards. */
function atFirstCall(work: () => Promise<unknown>): void {
  let isDone: Promise<unknown> | undefined;
  state.onEmbeddings = async () => {
    isDone ??= work();
    await isDone;
  };
}

/** The file answers with all its slices, and no text was bought twice. */
async function expectWhole(file: KnowledgeFileDto, person = owner, baseId = base) {
  expect(await read(person, file.id)).toMatchObject({ status: "ready", error: null, sliceCount: SLICES });
  const of = and(eq(sliceSets.versionId, file.versionId), eq(sliceSets.owner, baseId), eq(sliceSets.isReady, true));
  const [set, ...others] = await db().select().from(sliceSets).where(of);
  expect(others).toEqual([]);
  expect(await db().$count(slices, eq(slices.setId, set!.id))).toBe(SLICES);
  const answering = and(eq(sliceVectors.setId, set!.id), eq(sliceVectors.modelId, set!.embeddingModelId!));
  expect(await db().$count(sliceVectors, answering)).toBe(SLICES);
  expect(bought()).toHaveLength(SLICES);
  expect(new Set(bought()).size).toBe(SLICES);
}

describe("a base that is deleted", () => {
  it("has nothing bought for the files that wait, and goes on with them when it is taken back", async () => {
    const file = await upload(manager);
    await trash(owner);
    await runTasksOf(file.versionId);
    expect(bought()).toEqual([]);
    for (const person of [manager, reader]) expect((await restore(person)).code).toBe(404);
    expect((await restore(owner)).code).toBe(200);
    expect(await read(owner, file.id)).toMatchObject({ status: "parse_failed", error: "knowledgeBaseDeleted" });
    const [again] = await db()
      .select()
      .from(tasks)
      .where(and(eq(tasks.ownerId, owner.id), eq(tasks.kind, "knowledgeFiles")));
    await runTasksOf(again!.subject);
    await runTasksOf(file.versionId);
    await expectWhole(file);
  });

  it("while a file is embedded: the calls under way are the last ones, and what they bought is kept", async () => {
    const file = await upload(owner);
    atFirstCall(() => trash(owner));
    await runTasksOf(file.versionId);
    expect(bought()).toHaveLength(AT_ONCE);
    await restore(owner);
    expect(await read(owner, file.id)).toMatchObject({ status: "build_failed", error: "knowledgeBaseDeleted" });
    expect((await retry(reader, file.id)).code).toBe(404);
    await retry(owner, file.id);
    await runTasksOf(file.versionId);
    await expectWhole(file);
  });

  it("while its embedding model is changed: the same", async () => {
    const file = await upload(owner);
    await runTasksOf(file.versionId);
    state.requests.length = 0;
    const change = () => answer(changeEmbedding, { ...at(owner, base), body: { embeddingModelId: next } });
    await change();
    atFirstCall(() => trash(owner));
    await runTasksOf(base);
    expect(bought()).toHaveLength(AT_ONCE);
    await restore(owner);
    expect((await change()).data).toMatchObject({ modelId: model, change: { status: "running" } });
    await runTasksOf(base);
    await expectWhole(file);
  });

  it("has no vector bought for a slice that was changed before", async () => {
    const file = await upload(owner);
    await runTasksOf(file.versionId);
    const { data } = await answer<SlicesDto>(listSlices, at(owner, file.id, "GET"));
    const { id } = data!.items[0]!;
    await answer(changeSlice, { ...at(owner, id), body: { kind: "edit", text: "Rule 0 is gone." } });
    await trash(owner);
    const [set] = await db().select().from(sliceSets).where(eq(sliceSets.versionId, file.versionId));
    await runTasksOf(set!.id);
    expect(bought()).toHaveLength(SLICES);
    const [task] = await db().select().from(tasks).where(eq(tasks.subject, set!.id));
    expect(task).toMatchObject({ status: "failed", failure: "knowledgeBaseDeleted" });
  });
});

describe("a person who loses the right to a base", () => {
  const withdraw = () =>
    answer(changeBase, { ...at(owner, base, "PATCH"), body: { grants: [granted("user", reader.id)] } });

  it("buys nothing more for it; whoever tries again goes on in their own name", async () => {
    const file = await upload(manager);
    atFirstCall(withdraw);
    await runTasksOf(file.versionId);
    expect(bought()).toHaveLength(AT_ONCE);
    expect(await read(owner, file.id)).toMatchObject({ status: "build_failed", error: "knowledgeRightGone" });
    for (const person of [manager, reader]) expect((await retry(person, file.id)).code).toBe(404);
    await retry(owner, file.id);
    await runTasksOf(file.versionId);
    await expectWhole(file);
    await flushLedger();
    const payers = await db()
      .select({ id: usageLedger.userId, tokens: usageLedger.inputTokens })
      .from(usageLedger)
      .where(eq(usageLedger.modelId, model!));
    // Three tokens a text, as the fake counts.
    const paid = (id: string) => payers.reduce((sum, one) => sum + (one.id === id ? Number(one.tokens) : 0), 0);
    expect([paid(manager.id), paid(owner.id)]).toEqual([3 * AT_ONCE, 3 * (SLICES - AT_ONCE)]);
  });

  it("has nothing read either for what waits", async () => {
    const file = await upload(manager);
    await withdraw();
    await runTasksOf(file.versionId);
    expect(await read(owner, file.id)).toMatchObject({ status: "parse_failed", error: "knowledgeRightGone" });
    expect(bought()).toEqual([]);
  });
});

describe("a file that is embedded", () => {
  it("and put in the trash meanwhile: the calls under way are the last ones", async () => {
    const file = await upload(owner);
    atFirstCall(() => answer(deleteFile, at(manager, file.id, "DELETE")));
    await runTasksOf(file.versionId);
    expect(bought()).toHaveLength(AT_ONCE);
    expect((await answer(readFile, at(owner, file.id, "GET"))).code).toBe(404);
    await answer(batchRoute, { ...at(owner, base), body: { ids: [file.id], action: { kind: "restore" } } });
    expect(await read(owner, file.id)).toMatchObject({ status: "build_failed", error: "documentCancelled" });
    await retry(owner, file.id);
    await runTasksOf(file.versionId);
    await expectWhole(file);
  });

  it("and moved to another base meanwhile: it becomes ready there, and is bought once", async () => {
    const file = await upload(owner);
    const other = await makeBase(owner, { embeddingModelId: model });
    atFirstCall(() => move(file.id, other));
    await runTasksOf(file.versionId);
    expect(bought()).toHaveLength(AT_ONCE);
    await runTasksOf(file.versionId);
    await expectWhole(file, owner, other);
    expect(await db().$count(sliceSets, eq(sliceSets.owner, base))).toBe(0);
    expect((await answer(readFile, at(reader, file.id, "GET"))).code).toBe(404);
  });

  it("that failed and was moved is taken up in the base it lies in now", async () => {
    const file = await upload(owner);
    await answer(cancelFile, at(owner, file.id));
    const other = await makeBase(owner, { embeddingModelId: model });
    await move(file.id, other);
    await retry(owner, file.id);
    await runTasksOf(file.versionId);
    await expectWhole(file, owner, other);
    expect(await db().$count(sliceSets, eq(sliceSets.owner, base))).toBe(0);
  });
});
