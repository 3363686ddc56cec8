/** @runs first: pages are recognised in seconds each */
import { execFileSync } from "node:child_process";
import { eq } from "drizzle-orm";
import { closeDatabase, db } from "@/db/client";
import { upsertConfig } from "@/db/queries/config/system-config";
import { listRecognisedPages } from "@/db/queries/parsing/recognition";
import { recognisedPages } from "@/db/schema/parsing";
import { tasks } from "@/db/schema/tasks";
import { invalidateConfig } from "@/lib/config/system-config";
import { cancelReading } from "@/lib/ingestion/reading";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { inspectUpload } from "@/lib/parsing/inspect";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { isRecognitionInstalled } from "@/lib/parsing/recognition-packages";
import { readIndex, readText } from "@/lib/parsing/store";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { clearConfiguration } from "@/tests/factories/configuration";
import { makeDocumentFile, parsedRow, readingTask } from "@/tests/factories/documents";
import { eventually } from "@/tests/factories/eventually";
import { makeModel, onlyBuiltinModels } from "@/tests/factories/models";
import { fixture } from "@/tests/factories/parsing";
import { makePerson, type Person } from "@/tests/factories/people";
import { runTasksOf } from "@/tests/factories/tasks";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

jest.mock("@/lib/parsing/recognition-packages", () => ({ isRecognitionInstalled: jest.fn(() => true) }));
jest.setTimeout(120_000);

let person: Person;
beforeAll(async () => {
  await startJobs(TASK_JOBS, false);
  await onlyBuiltinModels();
  person = await makePerson();
});
beforeEach(clearConfiguration);
afterAll(async () => {
  await clearConfiguration();
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

async function turnOn(): Promise<void> {
  await upsertConfig(db(), "readingConfig", { recognisesScans: true });
  invalidateConfig("readingConfig");
}

const scan = () => makeDocumentFile(person, "scan.png", fixture("scan-en.png"), "image");
const partScan = () => makeDocumentFile(person, "part.pdf", fixture("part-scan.pdf"), "pdf");

/** Processes of ours that draw: those that recognise words. */
function drawing(): number[] {
  try {
    const own = ["-P", String(process.pid), "-f", "allow-addons"];
    return execFileSync("pgrep", own).toString().trim().split("\n").map(Number);
  } catch {
    return [];
  }
}
const nextDrawing = async (others: readonly number[]) =>
  (
    await eventually(
      async () => drawing().filter((pid) => !others.includes(pid)),
      (found) => found.length > 0,
    )
  )[0]!;

const known = (number: number, text: string) => ({
  number,
  page: {
    ...{ width: 420, height: 300, turn: 0, skew: 0, certainty: 90 },
    lines: [{ size: 10, base: 20, words: [[text, 10, 10, 60, 10, 90]] }],
  },
  isFailed: false,
});

it("is off unless somebody turns it on: then a scan is refused, and a page among others only told", async () => {
  const { versionId, storageKey } = await scan();
  await expect(inspectUpload(person.actor, { storageKey, format: "image" })).rejects.toMatchObject({
    key: "visionModelMissing",
  });
  await runTasksOf(versionId);
  expect(await parsedRow(versionId)).toMatchObject({ status: "parse_failed", failure: "visionModelMissing" });
  const part = await partScan();
  await runTasksOf(part.versionId);
  expect((await readIndex(part.versionId))!.warnings).toEqual([{ kind: "scannedPages", count: 1 }]);

  await turnOn();
  await inspectUpload(person.actor, { storageKey, format: "image" });
  // Without the packages it is as if it were off.
  jest.mocked(isRecognitionInstalled).mockReturnValueOnce(false);
  await expect(inspectUpload(person.actor, { storageKey, format: "image" })).rejects.toMatchObject({
    key: "visionModelMissing",
  });
});

it("reads a picture, which can be searched and cited then", async () => {
  await turnOn();
  const { versionId } = await scan();
  await runTasksOf(versionId);
  expect(await parsedRow(versionId)).toMatchObject({ status: "ready", failure: null });
  expect(await readText(versionId, 0, 100)).toContain("Claims are filed within 10 working days");
  expect((await readIndex(versionId))!.parts[0]!.certainty).toBeGreaterThan(60);
  expect(await listRecognisedPages(db(), versionId)).toEqual([]);
});

it("does no page twice, whatever ends its process, and goes on where it was", async () => {
  await turnOn();
  const { versionId } = await partScan();
  // Its worker died after the second page.
  await db()
    .insert(recognisedPages)
    .values({ versionId, ...known(2, "Kept") });
  const others = drawing();
  const run = runTasksOf(versionId);
  process.kill(await nextDrawing(others), "SIGKILL");
  await run;
  expect(await parsedRow(versionId)).toMatchObject({ status: "ready" });
  expect(await readText(versionId, 0, 200)).toBe(
    "The first page has words of its own, as programs write them.\nKept\n",
  );
  expect((await readIndex(versionId))!.warnings).toEqual([]);
});

it("ends at once when somebody cancels it", async () => {
  await turnOn();
  const { versionId } = await scan();
  const others = drawing();
  const run = runTasksOf(versionId);
  const child = await nextDrawing(others);
  await cancelReading(versionId);
  await run;
  expect(await parsedRow(versionId)).toMatchObject({ status: "parse_failed", failure: "documentCancelled" });
  await eventually(
    async () => drawing().includes(child),
    (isThere) => !isThere,
  );
  expect((await readingTask(versionId)).status).toBe("cancelled");
});

it("leaves what a model can read to the model", async () => {
  await turnOn();
  const fake = await startModelServer();
  try {
    await makeModel(fake.url, "fake-echo", { abilities: ["visual"] });
    const { versionId } = await scan();
    await runTasksOf(versionId);
    expect(await parsedRow(versionId)).toMatchObject({ status: "ready" });
    expect((await readIndex(versionId))!.parts[0]).not.toHaveProperty("certainty");
    const [task] = await db().select().from(tasks).where(eq(tasks.subject, versionId));
    expect(task!.state).toMatchObject({ isSeen: false });
  } finally {
    await fake.close();
    await onlyBuiltinModels();
  }
});
