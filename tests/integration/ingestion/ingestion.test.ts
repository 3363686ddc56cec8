import { and, eq } from "drizzle-orm";
import { v7 } from "uuid";
import { closeDatabase, db } from "@/db/client";
import { insertParsedVersion, listUnattended } from "@/db/queries/parsing/parsing";
import { files } from "@/db/schema/files";
import { usageLedger } from "@/db/schema/models";
import { sliceSets, slices } from "@/db/schema/retrieval";
import { tasks } from "@/db/schema/tasks";
import { type IngestionChange, type IngestionInput, ingestion } from "@/lib/ingestion/ingestion";
import { startReading } from "@/lib/ingestion/reading";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { flushLedger } from "@/lib/models/ledger";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { parseStates } from "@/lib/parsing/state";
import { readIndex, readText } from "@/lib/parsing/store";
import { defineTask } from "@/lib/tasks/define";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { runTask } from "@/lib/tasks/run";
import { startTask } from "@/lib/tasks/tasks";
import { makeDocumentFile, parsedRow, readingTask } from "@/tests/factories/documents";
import { makeFile } from "@/tests/factories/files";
import { makeModel, onlyBuiltinModels } from "@/tests/factories/models";
import { fixture } from "@/tests/factories/parsing";
import { makePerson, type Person } from "@/tests/factories/people";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

/** What the row of a base would have been told. */
let told: IngestionChange[];
const base = defineTask({
  kind: "baseOfATest",
  anyOf: ["PERSONAL:CHAT"],
  ...ingestion({
    setState: async (_tx, _input, change) => {
      told.push(change);
    },
  }),
});

const SMALL = { mode: "single", maxTokens: 24, overlap: 4 } as const;
const TEXT = Array.from({ length: 12 }, (_, n) => `Paragraph ${n} of the text says what room ${n} costs.\n\n`).join("");

let fake: Awaited<ReturnType<typeof startModelServer>>;
let person: Person;
let embedding: string;

beforeAll(async () => {
  await startJobs(TASK_JOBS, false);
  await onlyBuiltinModels();
  fake = await startModelServer();
  embedding = await makeModel(fake.url, "fake-embedding", { type: "vector" });
});
beforeEach(async () => {
  told = [];
  person = await makePerson();
});
afterAll(async () => {
  closeIdleChildren();
  await fake.close();
  await stopJobs(100);
  await closeDatabase();
});

async function startBase(
  versionId: string,
  more: Partial<IngestionInput> = {},
): Promise<{ id: string; owner: string }> {
  const owner = v7();
  const input = { versionId, owner, app: "knowledge", segmentation: SMALL, embeddingModelId: embedding, ...more };
  const subject = `${owner} ${versionId}`;
  const { id } = await db().transaction((tx) => startTask(tx, base, { owner: person.actor, subject, input }));
  return { id, owner };
}

const setOf = async (versionId: string, owner: string) => {
  const [set] = await db()
    .select()
    .from(sliceSets)
    .where(and(eq(sliceSets.versionId, versionId), eq(sliceSets.owner, owner)));
  return set!;
};
const callsOf = async () => {
  await flushLedger();
  return db()
    .select({ app: usageLedger.app, modelId: usageLedger.modelId })
    .from(usageLedger)
    .where(eq(usageLedger.userId, person.id));
};
const isChat = ({ body }: { body?: { messages?: unknown } }) => body?.messages !== undefined;
const countSlices = async (setId: string) =>
  (await db().select({ id: slices.id }).from(slices).where(eq(slices.setId, setId))).length;

describe("a file two areas ask for", () => {
  it("is read once, and cut, embedded and charged as each of them says", async () => {
    const { versionId } = await makeDocumentFile(person, "a.txt", TEXT, "txt");
    const reading = await readingTask(versionId);
    await runTask(reading.id);
    const { run } = (await readIndex(versionId))!;
    const before = await parsedRow(versionId);
    const { id, owner } = await startBase(versionId);
    await runTask(id);

    expect((await readIndex(versionId))!.run).toBe(run);
    const [mine, its] = [await setOf(versionId, "reading"), await setOf(versionId, owner)];
    expect(mine).toMatchObject({ isReady: true, segmentation: { maxTokens: 320 } });
    expect(its).toMatchObject({ isReady: true, segmentation: SMALL, embeddingModelId: embedding });
    expect(mine.embeddingModelId).not.toBe(embedding);
    expect(await countSlices(its.id)).toBeGreaterThan(await countSlices(mine.id));
    // Each tells its own row.
    expect(told.map(({ status }) => status)).toEqual(["segmenting", "building", "ready"]);
    expect(told[1]!.tokens).toBeGreaterThan(0);
    expect(await parsedRow(versionId)).toEqual(before);
    const calls = await callsOf();
    expect(calls.filter(({ app }) => app === "knowledge")).toMatchObject([{ modelId: embedding }]);
    expect(calls.filter(({ app }) => app === "document").some(({ modelId }) => modelId === embedding)).toBe(false);
    expect(new Set(calls.map(({ app }) => app))).toEqual(new Set(["document", "knowledge"]));
  });

  it("is read by either of them where both begin at once", async () => {
    const { versionId } = await makeDocumentFile(person, "b.txt", TEXT, "txt");
    const { id, owner } = await startBase(versionId);
    await Promise.all([runTask(id), runTask((await readingTask(versionId)).id)]);
    expect(await readText(versionId, 0, 11)).toBe("Paragraph 0");
    for (const whose of ["reading", owner]) expect((await setOf(versionId, whose)).isReady).toBe(true);
    expect(told[0]!.status).toBe("parsing");
  });
});

it("a file that a base alone has read is no document, until somebody opens it as one", async () => {
  const file = await makeFile(person.token, "d.txt", TEXT);
  const [row] = await db().select({ id: files.currentVersionId }).from(files).where(eq(files.id, file.id));
  const versionId = row!.id!;
  await insertParsedVersion(db(), versionId, "txt");
  expect(await listUnattended(db())).not.toContain(versionId);
  await runTask((await startBase(versionId)).id);
  expect(told.at(-1)).toMatchObject({ status: "ready" });
  expect(await parseStates([versionId])).toEqual(new Map());
  expect(await setOf(versionId, "reading")).toBeUndefined();

  const { run } = (await readIndex(versionId))!;
  await db().transaction((tx) => startReading(tx, { versionId, format: "txt", app: "document" }));
  expect((await parseStates([versionId])).get(versionId)).toMatchObject({ status: "uploaded" });
  await runTask((await readingTask(versionId)).id);
  expect((await parseStates([versionId])).get(versionId)).toMatchObject({ status: "ready" });
  expect((await readIndex(versionId))!.run).toBe(run);
});

describe("pages that only a model can read", () => {
  it("are charged to the app that asked, and paid for once however often the work breaks off", async () => {
    await makeModel(fake.url, "fake-echo", { abilities: ["visual"] });
    const { versionId } = await makeDocumentFile(person, "scan.pdf", fixture("scan.pdf"), "pdf");
    const first = await startBase(versionId, { embeddingModelId: undefined });
    const asked = fake.state.requests.length;
    await runTask(first.id);
    expect(told.map(({ status }) => status)).toEqual(["parsing", "segmenting", "building", "ready"]);
    const seen = fake.state.requests.slice(asked).filter(isChat);
    expect(seen).toHaveLength(1);
    expect(new Set((await callsOf()).map(({ app }) => app))).toEqual(new Set(["knowledge"]));

    const { versionId: other } = await makeDocumentFile(person, "scan2.pdf", fixture("scan.pdf"), "pdf");
    const second = await startBase(other, { embeddingModelId: undefined });
    // Its worker died after the page had been read.
    const state = { isSeen: true, pageTexts: { 1: "What stood on the page." } };
    await db().update(tasks).set({ step: "describe", state }).where(eq(tasks.id, second.id));
    const before = fake.state.requests.length;
    await runTask(second.id);
    expect(await readText(other, 0, 100)).toContain("What stood on the page.");
    expect(fake.state.requests.slice(before).filter(isChat)).toEqual([]);
  });

  it("are told as such where nobody set a model up", async () => {
    await onlyBuiltinModels();
    const { versionId } = await makeDocumentFile(person, "scan3.pdf", fixture("scan.pdf"), "pdf");
    const { id } = await startBase(versionId, { embeddingModelId: undefined });
    await runTask(id);
    expect(told.at(-1)).toMatchObject({ status: "parse_failed", failure: "documentScanned" });
  });
});

it("a base whose model is gone fails where it embeds, and keeps the set that answers", async () => {
  const { versionId } = await makeDocumentFile(person, "c.txt", TEXT, "txt");
  const owner = v7();
  const first = await startBase(versionId, { owner, embeddingModelId: undefined });
  await runTask(first.id);
  const answering = await setOf(versionId, owner);
  const again = await startBase(versionId, { owner, embeddingModelId: v7() });
  await runTask(again.id);
  expect(told.at(-1)).toMatchObject({ status: "build_failed", failure: "modelNotFound" });
  const sets = await db().select().from(sliceSets).where(eq(sliceSets.owner, owner));
  expect(sets.filter(({ isReady }) => isReady).map(({ id }) => id)).toEqual([answering.id]);
});
