import { and, eq } from "drizzle-orm";
import { closeDatabase, db } from "@/db/client";
import { knowledgeFiles } from "@/db/schema/knowledge";
import { sliceSets, slices, sliceVectors } from "@/db/schema/retrieval";
import { tasks } from "@/db/schema/tasks";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { addFiles, makeBase } from "@/tests/factories/knowledge";
import { makeModel, onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { runTasksOf } from "@/tests/factories/tasks";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

const SENTENCES = 300;
const SHORT = { mode: "single", maxTokens: 20, overlap: 0 };
const text = (of: string) =>
  Array.from(
    { length: SENTENCES },
    (_, n) => `The tenant of ${of} number ${n} pays ${n * 11} euros in the first week.`,
  ).join("\n");

let fake: Awaited<ReturnType<typeof startModelServer>>;
let owner: Person;
let other: Person;

beforeAll(async () => {
  await onlyBuiltinModels();
  fake = await startModelServer();
  await startJobs(TASK_JOBS, false);
  [owner, other] = [await makePerson(), await makePerson()];
});
afterAll(async () => {
  await fake.close();
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

async function upload(person: Person, baseId: string, name: string): Promise<string> {
  const fields = { segmentation: JSON.stringify(SHORT) };
  const { data } = await addFiles(person, baseId, [{ name, bytes: text(name) }], fields);
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
