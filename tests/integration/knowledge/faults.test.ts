import { and, eq } from "drizzle-orm";
import { v7 } from "uuid";
import { GET as filesRoute } from "@/app/api/knowledge/bases/[id]/files/route";
import { GET as readBase } from "@/app/api/knowledge/bases/[id]/route";
import { POST as retryRoute } from "@/app/api/knowledge/files/[id]/retry/route";
import { GET as slicesRoute } from "@/app/api/knowledge/files/[id]/slices/route";
import { POST as recallRoute } from "@/app/api/knowledge/recall/route";
import { closeDatabase, db } from "@/db/client";
import { breakers } from "@/db/schema/gateway";
import { knowledgeFiles } from "@/db/schema/knowledge";
import { sliceSets, slices, sliceVectors } from "@/db/schema/retrieval";
import { tasks } from "@/db/schema/tasks";
import type { BaseDto, KnowledgeFileDto, KnowledgeFilesDto, RecallDto, SlicesDto } from "@/lib/features/knowledge/dto";
import { fileStore } from "@/lib/files/storage";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { resetHealth } from "@/lib/models/health";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { abort, runTask } from "@/lib/tasks/run";
import { answer } from "@/tests/factories/call";
import { whileFull } from "@/tests/factories/full-database";
import { addFiles, makeBase } from "@/tests/factories/knowledge";
import { makeModel, onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { runTasksOf } from "@/tests/factories/tasks";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

const SENTENCES = 300;
const SHORT = { mode: "single", maxTokens: 20, overlap: 0 };
const text = (of: string, sentences = SENTENCES) =>
  Array.from(
    { length: sentences },
    (_, n) => `The tenant of ${of} number ${n} pays ${n * 11} euros in the first week.`,
  ).join("\n");

let fake: Awaited<ReturnType<typeof startModelServer>>;
type Told = { status?: number; error?: object; headers?: Record<string, string>; dimensions?: number };
/** What the supplier does at its calls for vectors, by their number. */
let state: { onEmbeddings?: (body: { input: string[] }) => Told | undefined | Promise<Told | undefined> };
let owner: Person;
let other: Person;

beforeAll(async () => {
  await onlyBuiltinModels();
  fake = await startModelServer();
  state = fake.state as unknown as typeof state;
  await startJobs(TASK_JOBS, false);
  [owner, other] = [await makePerson(), await makePerson()];
});
afterEach(() => {
  jest.restoreAllMocks();
  state.onEmbeddings = undefined;
});
afterAll(async () => {
  await fake.close();
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

async function upload(person: Person, baseId: string, name: string, sentences = SENTENCES): Promise<string> {
  const fields = { segmentation: JSON.stringify(SHORT) };
  const { data } = await addFiles(person, baseId, [{ name, bytes: text(name, sentences) }], fields);
  return data!.items[0]!.versionId;
}

async function stateOf(baseId: string) {
  const [file] = await db().select().from(knowledgeFiles).where(eq(knowledgeFiles.baseId, baseId));
  return file!;
}

interface Seen {
  path: string;
  body: { model?: string; input?: string[] };
}
const seen = () => fake.state.requests as Seen[];

/** As the process does after the pause. */
async function again(versionId: string): Promise<void> {
  await db()
    .update(tasks)
    .set({ leaseUntil: null })
    .where(and(eq(tasks.subject, versionId), eq(tasks.status, "waiting")));
  await runTasksOf(versionId);
}

test("a supplier that refuses one call of three gets a file to its end, and is asked for no text it has answered", async () => {
  const embeddingModelId = await makeModel(fake.url, "fake-embedding-halting", { type: "vector" });
  const baseId = await makeBase(owner, { embeddingModelId });
  const versionId = await upload(owner, baseId, "limited.txt");
  for (let runs = 0; runs < 40 && (await stateOf(baseId)).status !== "ready"; runs++) {
    await again(versionId);
    expect((await stateOf(baseId)).failure).toBeNull();
  }
  const calls = seen().filter(({ body }) => body.model === "fake-embedding-halting");
  // Every third was refused.
  const bought = calls.filter((_, at) => at % 3 !== 2).flatMap(({ body }) => body.input ?? []);
  expect(new Set(bought).size).toBe(bought.length);
  const [set] = await db().select().from(sliceSets).where(eq(sliceSets.owner, baseId));
  const stored = await db().select({ text: slices.text }).from(slices).where(eq(slices.setId, set!.id));
  const vectors = await db()
    .select({ id: sliceVectors.sliceId })
    .from(sliceVectors)
    .where(eq(sliceVectors.setId, set!.id));
  expect(set).toMatchObject({ isReady: true, sliceCount: stored.length });
  expect(vectors).toHaveLength(stored.length);
  expect(new Set(bought)).toEqual(new Set(stored.map((slice) => slice.text)));
  expect(await stateOf(baseId)).toMatchObject({ sliceCount: stored.length, failure: null });
});

test("the same words in another person's base are not bought again", async () => {
  const embeddingModelId = await makeModel(fake.url, "fake-embedding", { type: "vector" });
  const asked = () => seen().filter(({ body }) => body.model === "fake-embedding").length;
  const first = await makeBase(owner, { embeddingModelId });
  await runTasksOf(await upload(owner, first, "shared.txt"));
  const before = asked();
  expect(before).toBeGreaterThan(0);
  const second = await makeBase(other, { embeddingModelId });
  await runTasksOf(await upload(other, second, "shared.txt"));
  expect(await stateOf(second)).toMatchObject({ status: "ready", failure: null });
  expect(asked()).toBe(before);
});

/** More than are bought before the work is looked at again. */
const AT_ONCE = 100;

/** A base of a person with a model of its own; `bought` are the texts that model was sent since. */
async function begin(person: Person, sentences = SENTENCES) {
  const model = `fake-embedding-${v7()}`;
  const baseId = await makeBase(person, { embeddingModelId: await makeModel(fake.url, model, { type: "vector" }) });
  const versionId = await upload(person, baseId, "rules.txt", sentences);
  const bought = () => seen().flatMap(({ body }) => (body.model === model ? (body.input ?? []) : []));
  const taskOf = async () => (await db().select().from(tasks).where(eq(tasks.subject, versionId)))[0]!;
  return { baseId, versionId, bought, taskOf };
}

/** Until it failed or is ready, as the process does after each pause. */
async function toItsEnd(baseId: string, versionId: string) {
  for (let runs = 0; runs < 10; runs++) {
    const file = await stateOf(baseId);
    if (file.failure || file.status === "ready") break;
    await again(versionId);
  }
  return stateOf(baseId);
}

async function retry(person: Person, baseId: string) {
  await db().delete(breakers);
  resetHealth();
  const { id } = await stateOf(baseId);
  return answer<KnowledgeFileDto>(retryRoute, { token: person.token, params: { id }, method: "POST" });
}

/** As `upload` leaves it: cut, each slice with a vector, and counted. */
async function expectWhole(baseId: string, versionId: string) {
  const sets = await db().select().from(sliceSets).where(eq(sliceSets.versionId, versionId));
  expect(sets).toMatchObject([{ isReady: true, owner: baseId }]);
  const [{ id, sliceCount }] = sets as [(typeof sets)[0]];
  expect(await db().$count(slices, eq(slices.setId, id))).toBe(sliceCount);
  expect(await db().$count(sliceVectors, eq(sliceVectors.setId, id))).toBe(sliceCount);
  expect(await stateOf(baseId)).toMatchObject({ status: "ready", failure: null, sliceCount });
  return sliceCount;
}

const setOf = async (versionId: string) =>
  (await db().select().from(sliceSets).where(eq(sliceSets.versionId, versionId)))[0]!;

describe("a supplier of vectors", () => {
  it("that goes away midway: the file says so, and a retry goes on with what is missing", async () => {
    const { baseId, versionId, bought, taskOf } = await begin(owner);
    state.onEmbeddings = () => (bought().length > AT_ONCE ? { status: 503 } : undefined);
    expect(await toItsEnd(baseId, versionId)).toMatchObject({ status: "build_failed", failure: "modelPaused" });
    state.onEmbeddings = undefined;
    const kept = await db().$count(sliceVectors, eq(sliceVectors.setId, (await setOf(versionId)).id));
    expect(kept).toBe(AT_ONCE);
    const before = bought().length;
    expect((await retry(other, baseId)).code).toBe(404);
    expect((await retry(owner, baseId)).data).toMatchObject({ status: "building", error: null });
    expect(await taskOf()).toMatchObject({ status: "waiting", step: "embed" });
    await again(versionId);
    const all = await expectWhole(baseId, versionId);
    expect(bought().length - before).toBe(all - AT_ONCE);
  });

  it("that asks to be left alone for a minute is, and is not given up meanwhile", async () => {
    const { baseId, versionId, bought, taskOf } = await begin(owner);
    let isBusy = true;
    state.onEmbeddings = () => (isBusy ? { status: 429, headers: { "retry-after": "60" } } : undefined);
    await again(versionId);
    expect(bought().length).toBeLessThanOrEqual(AT_ONCE);
    const refused = bought().length;
    const pause = async () => ((await taskOf()).leaseUntil!.getTime() - Date.now()) / 1000;
    expect(await pause()).toBeGreaterThan(55);
    // Taken up too early, by another process, it asks nothing, and goes on waiting.
    await again(versionId);
    expect(bought()).toHaveLength(refused);
    expect(await pause()).toBeGreaterThan(50);
    expect(await stateOf(baseId)).toMatchObject({ status: "building", failure: null });
    isBusy = false;
    await db().delete(breakers);
    resetHealth();
    await again(versionId);
    const all = await expectWhole(baseId, versionId);
    expect(bought()).toHaveLength(all + refused);
  });

  it("that answers with vectors of another length is told of, and none of them is kept", async () => {
    const { baseId, versionId, bought, taskOf } = await begin(owner);
    state.onEmbeddings = () => (bought().length > AT_ONCE ? { dimensions: 5 } : undefined);
    expect(await toItsEnd(baseId, versionId)).toMatchObject({ status: "build_failed", failure: "vectorsOtherLength" });
    expect(bought().length).toBeLessThanOrEqual(2 * AT_ONCE);
    expect((await taskOf()).attempts).toBe(1);
    const set = await setOf(versionId);
    const lengths = await db()
      .selectDistinct({ dimensions: sliceVectors.dimensions })
      .from(sliceVectors)
      .where(eq(sliceVectors.setId, set.id));
    expect(lengths).toEqual([{ dimensions: 8 }]);
    state.onEmbeddings = undefined;
    await retry(owner, baseId);
    await again(versionId);
    await expectWhole(baseId, versionId);
  });

  it("that refuses one text: its slice is found by words only, as the file says, until it is asked for again", async () => {
    const { baseId, versionId, bought } = await begin(owner);
    const isRefused = (text: string) => text.includes(`number ${SENTENCES - 10} `);
    const accepted: string[] = [];
    state.onEmbeddings = ({ input }) => {
      if (input.some(isRefused)) return { status: 400 };
      accepted.push(...input);
      return undefined;
    };
    const ready = await toItsEnd(baseId, versionId);
    expect(ready).toMatchObject({ status: "ready", failure: null });
    const set = await setOf(versionId);
    const vectors = () => db().$count(sliceVectors, eq(sliceVectors.setId, set.id));
    expect(await vectors()).toBe(set.sliceCount - 1);
    // Each was bought once; one plain text was asked for, to know whose fault it is.
    expect(accepted).toHaveLength(set.sliceCount);
    expect(new Set(accepted).size).toBe(set.sliceCount);
    const at = { token: owner.token, params: { id: baseId } };
    const told = async () => (await answer<KnowledgeFilesDto>(filesRoute, at)).data!.items[0]!.refused;
    expect(await told()).toBe(1);
    const lines = async () =>
      (await answer<SlicesDto>(slicesRoute, { ...at, params: { id: ready.id } })).data!.items.filter(
        (line) => line.isRefused,
      );
    const [line, ...others] = await lines();
    expect(others).toEqual([]);
    expect(isRefused(line!.text)).toBe(true);
    const recall = { token: owner.token, body: { baseIds: [baseId], query: `number ${SENTENCES - 10}` } };
    expect((await answer<RecallDto>(recallRoute, recall)).data!.hits[0]!.sliceId).toBe(line!.id);
    const before = bought().length;
    state.onEmbeddings = undefined;
    expect((await retry(other, baseId)).code).toBe(404);
    expect((await retry(owner, baseId)).data).toMatchObject({ status: "ready", refused: 0 });
    await runTasksOf(set.id);
    expect(bought().slice(before)).toEqual([line!.text]);
    await expectWhole(baseId, versionId);
    expect((await retry(owner, baseId)).code).toBe(409);
  });

  it("that refuses whatever it is sent: the file says so after a few calls, and no slice is given up", async () => {
    const { baseId, versionId } = await begin(owner);
    let calls = 0;
    state.onEmbeddings = () => {
      calls++;
      return { status: 400 };
    };
    expect(await toItsEnd(baseId, versionId)).toMatchObject({ status: "build_failed", failure: "supplierRefused" });
    // Three tries of four calls at a time, each halved down to one text and followed by a plain one.
    expect(calls).toBeLessThanOrEqual(3 * 4 * 7);
    state.onEmbeddings = undefined;
    await retry(owner, baseId);
    await again(versionId);
    await expectWhole(baseId, versionId);
  });
});

describe("a worker that is killed", () => {
  it("while it embeds, more often than it may break off in one place: it goes on, and buys nothing stored again", async () => {
    const { baseId, versionId, bought, taskOf } = await begin(owner, 3 * SENTENCES);
    const { id } = await taskOf();
    const kills = 5;
    for (let kill = 0; kill < kills; kill++) {
      let calls = 0;
      let attempts = 0;
      // In the middle of its second lot, whose last calls are never answered.
      state.onEmbeddings = async () => {
        if (++calls < 7) return undefined;
        attempts = (await taskOf()).attempts;
        await new Promise((resolve) => setTimeout(resolve, 50));
        abort(id);
        return { status: 503 };
      };
      await runTask(id);
      const dead = { status: "running", leaseId: v7(), leaseUntil: new Date(0), attempts } as const;
      await db().update(tasks).set(dead).where(eq(tasks.id, id));
      expect(await stateOf(baseId)).toMatchObject({ status: "building", failure: null });
    }
    state.onEmbeddings = undefined;
    resetHealth();
    await db().delete(breakers);
    await runTask(id);
    const all = await expectWhole(baseId, versionId);
    const again = bought().length - all;
    expect(again).toBeGreaterThan(0);
    expect(again).toBeLessThanOrEqual(kills * AT_ONCE);
  });
});

describe("a disk without room", () => {
  const full = () => Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });

  it("refuses a file in words, and keeps nothing of it", async () => {
    const baseId = await makeBase(owner);
    const open = await db().$count(tasks);
    jest.spyOn(await fileStore(), "put").mockRejectedValueOnce(full());
    const refused = await addFiles(owner, baseId, [{ name: "full.txt", bytes: text("full.txt") }]);
    expect(refused).toMatchObject({
      code: 507,
      data: { error: "storageFull" },
      message: expect.stringMatching(/空间/),
    });
    expect(await db().$count(knowledgeFiles, eq(knowledgeFiles.baseId, baseId))).toBe(0);
    expect(await db().$count(tasks)).toBe(open);
    const { data: base } = await answer<BaseDto>(readBase, { token: owner.token, params: { id: baseId } });
    expect(base).toMatchObject({ fileCount: 0, size: 0 });
    // The same file finds room later: nothing stands in its way.
    await runTasksOf(await upload(owner, baseId, "full.txt"));
    expect(await stateOf(baseId)).toMatchObject({ status: "ready" });
  });

  it("makes a file wait that is read or cut, and goes on when there is room", async () => {
    const { baseId, versionId, taskOf } = await begin(owner);
    const store = await fileStore();
    const put = jest.spyOn(store, "put").mockRejectedValueOnce(full());
    await runTasksOf(versionId);
    expect(put).toHaveBeenCalledTimes(1);
    expect(await taskOf()).toMatchObject({ status: "waiting", step: "read", failure: null });
    expect(await stateOf(baseId)).toMatchObject({ status: "parsing", failure: null });
    await whileFull("slices", "true", () => again(versionId));
    expect(await taskOf()).toMatchObject({ status: "waiting", step: "segment", failure: null });
    expect(await db().$count(slices, eq(slices.setId, (await setOf(versionId))?.id ?? v7()))).toBe(0);
    await again(versionId);
    await expectWhole(baseId, versionId);
  });
});
