import { and, eq } from "drizzle-orm";
import { v7 } from "uuid";
import {
  POST as changeRoute,
  DELETE as dropRoute,
  GET as readRoute,
} from "@/app/api/knowledge/bases/[id]/embedding/route";
import { GET as baseRoute, PATCH as patchRoute } from "@/app/api/knowledge/bases/[id]/route";
import { POST as recallRoute } from "@/app/api/knowledge/recall/route";
import { closeDatabase, db } from "@/db/client";
import { sliceSets, sliceVectors } from "@/db/schema/retrieval";
import { tasks } from "@/db/schema/tasks";
import type { BaseDto, RecallDto } from "@/lib/features/knowledge/dto";
import { purgeBases } from "@/lib/features/knowledge/jobs";
import type { EmbeddingDto } from "@/lib/features/knowledge/retrieval-dto";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { embedBeside } from "@/lib/retrieval/build";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { runTask } from "@/lib/tasks/run";
import { answer } from "@/tests/factories/call";
import { addFiles, granted, makeBase, makeKnowledgeFile } from "@/tests/factories/knowledge";
import { makeModel, onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { runTasksOf } from "@/tests/factories/tasks";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

let fake: Awaited<ReturnType<typeof startModelServer>>;
let [old, next, broken]: string[] = [];
let owner: Person;
let reader: Person;
let base: string;

beforeAll(async () => {
  await onlyBuiltinModels();
  fake = await startModelServer();
  await startJobs(TASK_JOBS, false);
  owner = await makePerson();
  reader = await makePerson();
});
beforeEach(async () => {
  [old, next] = [await embedding("fake-embedding"), await embedding("fake-embedding")];
  broken = await embedding("fake-short");
  base = await makeBase(owner, {
    visibility: "partial",
    grants: [granted("user", reader.id)],
    embeddingModelId: old,
  });
});
afterAll(async () => {
  await fake.close();
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

const embedding = (name: string) => makeModel(fake.url, name, { type: "vector" });
const at = (person: Person, id = base) => ({ token: person.token, params: { id } });
const read = async (modelId?: string) =>
  (await answer<EmbeddingDto>(readRoute, { ...at(owner), query: modelId ? { modelId } : {} })).data!;
const change = (person: Person, embeddingModelId: string) =>
  answer<EmbeddingDto>(changeRoute, { ...at(person), body: { embeddingModelId } });
const drop = (person: Person) => answer<EmbeddingDto>(dropRoute, { ...at(person), method: "DELETE" });
/** Texts that were bought by a piece of work. */
async function bought(work: () => Promise<unknown>): Promise<string[]> {
  const before = fake.state.requests.length;
  await work();
  const sent = fake.state.requests.slice(before).filter(({ path }: { path: string }) => path.endsWith("/embeddings"));
  return sent.flatMap(({ body }: { body: { input: string[] } }) => body.input);
}
/** Models the answering sets of the base are searched by. */
const models = async () => {
  const of = and(eq(sliceSets.owner, base), eq(sliceSets.isReady, true));
  return [
    ...new Set((await db().select({ id: sliceSets.embeddingModelId }).from(sliceSets).where(of)).map(({ id }) => id)),
  ];
};
const recall = async (query: string) =>
  (await answer<RecallDto>(recallRoute, { token: reader.token, body: { baseIds: [base], query, mode: "vector" } }))
    .data!;

const text = (name: string) => `${name} stands in the harbour and is painted in the spring.\n`;
const file = (name: string) => makeKnowledgeFile(owner, base, `${name}.txt`, text(name));

describe("another embedding model for a base", () => {
  it("that refuses a text is changed to all the same", async () => {
    for (const name of ["Alpha", "Bravo"]) await file(name);
    await change(owner, next!);
    const state = fake.state as { onEmbeddings?: (body: { input: string[] }) => { status: number } | undefined };
    state.onEmbeddings = ({ input }) => (input.some((one) => one.includes("Bravo")) ? { status: 400 } : undefined);
    try {
      await runTasksOf(base);
    } finally {
      state.onEmbeddings = undefined;
    }
    expect(await models()).toEqual([next]);
    expect((await recall(text("Alpha"))).hits.map(({ fileName }) => fileName)).toEqual(["Alpha.txt"]);
    expect(await read()).toMatchObject({ modelId: next, nextModelId: null, change: null });
  });

  it("is bought aside, each text once, and answers when all of it is there", async () => {
    for (const name of ["Alpha", "Bravo", "Charlie"]) await file(name);
    const { estimate } = await read(next);
    expect(estimate).toMatchObject({ slices: 3, missing: 3, texts: 3, cost: null });
    expect(estimate!.tokens).toBeGreaterThan(20);
    expect((await change(owner, next!)).data).toMatchObject({ modelId: old, nextModelId: next });
    // Searches go by the old one until then.
    expect(await models()).toEqual([old]);
    expect((await recall(text("Bravo"))).hits[0]!.text).toContain("Bravo");
    const texts = await bought(() => runTasksOf(base));
    expect(texts.map((one) => one.trim()).sort()).toEqual(["Alpha", "Bravo", "Charlie"].map((one) => text(one).trim()));
    expect(await models()).toEqual([next]);
    expect(await read()).toMatchObject({ modelId: next, nextModelId: null, change: null });
    const { data } = await answer<BaseDto>(baseRoute, at(owner));
    expect(data!.embeddingModelId).toBe(next);
    expect((await recall(text("Bravo"))).hits[0]!.text).toContain("Bravo");
    // Back again: the cache has all of it.
    expect((await read(old)).estimate).toMatchObject({ texts: 0, tokens: 0 });
    expect(
      await bought(async () => {
        await change(owner, old!);
        await runTasksOf(base);
      }),
    ).toEqual([]);
    expect(await models()).toEqual([old]);
    await purgeBases.execute({}, { jobId: "", signal: new AbortController().signal });
    const left = await db().select().from(sliceVectors).where(eq(sliceVectors.modelId, next!));
    expect(left).toEqual([]);
  });

  it("is that of files put in, or still being read, while it changes", async () => {
    await file("Alpha");
    // Waits for its turn with the model of before.
    const { data } = await addFiles(owner, base, [{ name: "Waiting.txt", bytes: text("Waiting") }]);
    await change(owner, next!);
    const during = await addFiles(owner, base, [{ name: "During.txt", bytes: text("During") }]);
    const sent = await bought(async () => {
      await runTasksOf(data!.items[0]!.versionId!);
      await runTasksOf(base);
      await runTasksOf(during.data!.items[0]!.versionId!);
    });
    // None of them was bought by the old one.
    expect(sent).toHaveLength(3);
    expect(await models()).toEqual([next]);
  });

  it("goes on where a killed worker or a failure left it, and buys nothing twice", async () => {
    for (const name of ["Alpha", "Bravo", "Charlie"]) await file(name);
    const sets = await db().select({ id: sliceSets.id }).from(sliceSets).where(eq(sliceSets.owner, base));
    const embedOne = (at: number) =>
      embedBeside({
        setId: sets[at]!.id,
        modelId: next!,
        viewer: owner.actor,
        app: "knowledge",
        signal: new AbortController().signal,
        onSlices: () => undefined,
      });
    await change(owner, next!);
    const [task] = await db().select().from(tasks).where(eq(tasks.subject, base));
    // What a worker stored before it was killed; its lease has run out.
    expect(await bought(() => embedOne(0))).toHaveLength(1);
    const dead = { status: "running", leaseId: v7(), leaseUntil: new Date(0) } as const;
    await db().update(tasks).set(dead).where(eq(tasks.id, task!.id));
    expect(await models()).toEqual([old]);
    expect(await bought(() => embedOne(1))).toHaveLength(1);
    await db().update(tasks).set({ status: "failed", failure: "supplierMalformed" }).where(eq(tasks.id, task!.id));
    expect((await read()).change).toMatchObject({ status: "failed", error: "supplierMalformed" });
    expect((await read(next)).estimate).toMatchObject({ slices: 3, missing: 1, texts: 1 });
    const rest = await bought(async () => {
      await change(owner, next!);
      await runTasksOf(base);
    });
    expect(rest).toHaveLength(1);
    expect(await models()).toEqual([next]);
  });

  it("leaves the base as it was where it is given up, also after a model failed", async () => {
    await file("Alpha");
    await change(owner, next!);
    expect((await drop(owner)).data).toMatchObject({ modelId: old, nextModelId: null, change: null });
    await runTasksOf(base);
    expect(await models()).toEqual([old]);
    await change(owner, broken!);
    const [task] = await db()
      .select()
      .from(tasks)
      .where(and(eq(tasks.subject, base), eq(tasks.status, "waiting")));
    await runTask(task!.id).catch(() => undefined);
    expect(await models()).toEqual([old]);
    expect((await recall(text("Alpha"))).hits).toHaveLength(1);
    await drop(owner);
    expect(await read()).toMatchObject({ modelId: old, nextModelId: null });
  });

  it("is for those who manage the base, one at a time, and of the right kind", async () => {
    await file("Alpha");
    expect(await change(reader, next!)).toMatchObject({ code: 404 });
    expect(await drop(reader)).toMatchObject({ code: 404 });
    expect(await answer(readRoute, at(reader))).toMatchObject({ code: 404 });
    const chat = await makeModel(fake.url, "fake-reader");
    expect((await change(owner, chat)).code).toBeGreaterThanOrEqual(400);
    expect(await change(owner, next!)).toMatchObject({ code: 200 });
    expect(await change(owner, broken!)).toMatchObject({ code: 409 });
    await drop(owner);
    // The call that changes a base changes it as well.
    const patch = { ...at(owner), method: "PATCH", body: { embeddingModelId: next } };
    expect((await answer<BaseDto>(patchRoute, patch)).data).toMatchObject({ embeddingModelId: old });
    await runTasksOf(base);
    expect(await models()).toEqual([next]);
  });

  it("is another at once where nothing has vectors yet", async () => {
    expect((await change(owner, next!)).data).toMatchObject({ modelId: next, nextModelId: null });
    expect(await bought(() => file("Alpha"))).toHaveLength(1);
    expect(await models()).toEqual([next]);
  });
});
