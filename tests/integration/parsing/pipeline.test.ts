import { execFileSync } from "node:child_process";
import { and, eq, inArray } from "drizzle-orm";
import { v7 } from "uuid";
import { GET as tasksRoute } from "@/app/api/tasks/route";
import { closeDatabase, db, pool } from "@/db/client";
import { invalidateReadings } from "@/db/queries/parsing/objects";
import { updateHeldTask } from "@/db/queries/tasks/tasks";
import { files } from "@/db/schema/files";
import { parsedVersions } from "@/db/schema/parsing";
import { sliceSets } from "@/db/schema/retrieval";
import { tasks } from "@/db/schema/tasks";
import { AppError } from "@/lib/errors/errors";
import type { TaskDto } from "@/lib/features/notifications/dto";
import { cancelReading, reading, recoverReading, retryReading, startReading } from "@/lib/ingestion/reading";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { SupplierError } from "@/lib/models/types";
import { ChildGone, closeIdleChildren } from "@/lib/parsing/pool";
import { parseStates } from "@/lib/parsing/state";
import { readIndex, readPiece, readText } from "@/lib/parsing/store";
import { PARSER_VERSION } from "@/lib/parsing/version";
import { defineTask } from "@/lib/tasks/define";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { answer } from "@/tests/factories/call";
import {
  makeDocumentFile,
  parsedRow,
  readingTask,
  replaceStages,
  type Stages,
  simpleStages,
} from "@/tests/factories/documents";
import { eventually } from "@/tests/factories/eventually";
import { onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { runTasksOf } from "@/tests/factories/tasks";

jest.mock("@/lib/retrieval/ingest", () => ({ segmentVersion: jest.fn() }));
jest.mock("@/lib/retrieval/build", () => ({ embedSet: jest.fn() }));

let owner: Person;
let other: Person;
let stages: Stages;
beforeAll(async () => {
  await startJobs(TASK_JOBS, false);
  await onlyBuiltinModels();
  [owner, other] = [await makePerson(), await makePerson()];
});
beforeEach(() => {
  stages = simpleStages();
});
afterAll(async () => {
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

const TEXT = "First paragraph of the text.\nSecond paragraph, with 42 in it.\n";

const stateOf = async (versionId: string) => (await parseStates([versionId])).get(versionId)!;
const changeTask = (versionId: string, to: Partial<typeof tasks.$inferInsert>) =>
  db()
    .update(tasks)
    .set(to)
    .where(and(eq(tasks.subject, versionId), inArray(tasks.status, ["waiting", "running"])));

/** The lease of a worker that died, as if its minute was over. */
const expire = (versionId: string) => changeTask(versionId, { leaseUntil: new Date(Date.now() - 1000) });

describe("reading a stored file", () => {
  it("ends ready, with text, index and a searchable set", async () => {
    const { versionId } = await makeDocumentFile(owner, "a.txt", TEXT, "txt");
    expect(await stateOf(versionId)).toMatchObject({ status: "uploaded", progress: 0 });
    await runTasksOf(versionId);
    expect(await stateOf(versionId)).toMatchObject({ status: "ready", progress: 100, failure: null });
    expect(await readingTask(versionId)).toMatchObject({ status: "done", leaseId: null });
    const index = await readIndex(versionId);
    expect(index).toMatchObject({ format: "txt", language: "en", parser: PARSER_VERSION, characters: TEXT.length });
    const piece = await readPiece(versionId, 0);
    expect(piece!.text).toBe(TEXT);
    expect(await readPiece(versionId, 1)).toBeNull();
    expect(await readText(versionId, 6, 15)).toBe("paragraph");
    const [set] = await db().select().from(sliceSets).where(eq(sliceSets.versionId, versionId));
    expect(set).toMatchObject({ owner: "reading", isReady: true });
    const states = await parseStates([versionId]);
    expect(states.get(versionId)).toMatchObject({ status: "ready", partKind: "section", parts: 1, failure: null });
    // Asked for once more, as by two questions about one file, it stays as it is.
    await db().transaction((tx) => startReading(tx, { versionId, format: "txt", app: "chat" }));
    expect(await stateOf(versionId)).toEqual(states.get(versionId));
    expect((await readingTask(versionId)).status).toBe("done");
  });

  it("keeps two people's files apart, though their bytes are the same", async () => {
    const [mine, theirs] = await Promise.all([
      makeDocumentFile(owner, "same.txt", TEXT, "txt"),
      makeDocumentFile(other, "same.txt", TEXT, "txt"),
    ]);
    const viewers: string[] = [];
    replaceStages({
      ...stages,
      embed: async (input) => {
        viewers.push(input.viewer.id);
      },
    });
    await Promise.all([runTasksOf(mine.versionId), runTasksOf(theirs.versionId)]);
    expect(viewers.sort()).toEqual([owner.id, other.id].sort());
    expect((await readIndex(mine.versionId))!.run).not.toBe((await readIndex(theirs.versionId))!.run);
    expect(await readText(mine.versionId, 0, 5)).toBe("First");
    expect(await readText(theirs.versionId, 0, 5)).toBe("First");
  });

  it("says plainly what is wrong with a file, once and for all", async () => {
    const { versionId } = await makeDocumentFile(owner, "b.pdf", "%PDF-1.4 nothing of the kind", "pdf");
    await runTasksOf(versionId);
    expect(await parsedRow(versionId)).toMatchObject({ status: "parse_failed", failure: "documentBroken" });
    expect(await readingTask(versionId)).toMatchObject({ status: "failed", attempts: 1 });
    expect((await parseStates([versionId])).get(versionId)!.failure).toEqual({
      stage: "parsing",
      error: "documentBroken",
    });
    await retryReading(versionId);
    expect(await parsedRow(versionId)).toMatchObject({ status: "parsing", failure: null });
    expect(await readingTask(versionId)).toMatchObject({ status: "waiting", attempts: 0 });
  });
});

/** Processes of ours that read files. */
function children(): number[] {
  try {
    const found = execFileSync("pgrep", ["-P", String(process.pid), "-f", "lib/parsing/worker/main.ts"]).toString();
    return found.trim().split("\n").map(Number);
  } catch {
    return [];
  }
}

describe("work that is cut off", () => {
  it("goes on after its process was killed in the middle of the text", async () => {
    closeIdleChildren();
    const { versionId } = await makeDocumentFile(owner, "long.txt", "some words ".repeat(1_500_000), "txt");
    // Files of tests before this one may have left some.
    const others = children();
    const run = runTasksOf(versionId);
    const [child] = await eventually(
      async () => children().filter((pid) => !others.includes(pid)),
      (found) => found.length > 0,
    );
    process.kill(child!, "SIGKILL");
    await run;
    expect(await parsedRow(versionId)).toMatchObject({ status: "parsing", index: null });
    expect(await readingTask(versionId)).toMatchObject({ status: "waiting", attempts: 1, leaseId: null });
    await expire(versionId);
    await runTasksOf(versionId);
    expect(await parsedRow(versionId)).toMatchObject({ status: "ready", characters: 16_500_001 });
  });

  it("is tried again from the stage it was in, three times at most", async () => {
    const { versionId } = await makeDocumentFile(owner, "c.txt", TEXT, "txt");
    let tries = 0;
    replaceStages({
      ...stages,
      segment: async () => {
        tries++;
        throw new ChildGone("killed");
      },
    });
    await runTasksOf(versionId);
    expect(await parsedRow(versionId)).toMatchObject({ status: "segmenting" });
    expect(await readingTask(versionId)).toMatchObject({ status: "waiting", leaseId: null });
    // Before the pause is over nobody takes it up.
    await runTasksOf(versionId);
    expect(tries).toBe(1);
    for (let round = 0; round < 3; round++) {
      await expire(versionId);
      await runTasksOf(versionId);
    }
    expect(tries).toBe(3);
    expect(await parsedRow(versionId)).toMatchObject({ status: "split_failed", failure: "unknown" });
    replaceStages(stages);
    const { run } = (await readIndex(versionId))!;
    await retryReading(versionId);
    await runTasksOf(versionId);
    expect(await parsedRow(versionId)).toMatchObject({ status: "ready" });
    // The text was not read a second time.
    expect((await readIndex(versionId))!.run).toBe(run);
    await expect(retryReading(versionId)).rejects.toThrow(new AppError("documentNotFailed"));
  });

  it("is taken over when the lease is over, and the late writer is refused", async () => {
    const { versionId } = await makeDocumentFile(owner, "d.txt", TEXT, "txt");
    const entered = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    replaceStages({
      ...stages,
      embed: async () => {
        entered.resolve();
        await goOn.promise;
      },
    });
    const sleeper = runTasksOf(versionId);
    await entered.promise;
    const { id, leaseId } = await readingTask(versionId);
    await runTasksOf(versionId);
    expect((await readingTask(versionId)).leaseId).toBe(leaseId);
    await expire(versionId);
    replaceStages(stages);
    await runTasksOf(versionId);
    const finished = await parsedRow(versionId);
    expect(finished.status).toBe("ready");
    expect(await updateHeldTask(db(), { id, leaseId: leaseId! }, { status: "failed" }, 60)).toBeNull();
    goOn.resolve();
    await sleeper;
    expect(await parsedRow(versionId)).toMatchObject({ status: "ready", finishedAt: finished.finishedAt });
  });

  it("ends as cancelled when the route that cancels holds the module a second time, as in the built product", async () => {
    const { versionId } = await makeDocumentFile(owner, "routes.txt", TEXT, "txt");
    const entered = Promise.withResolvers<void>();
    replaceStages({
      ...stages,
      segment: ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
          entered.resolve();
        }),
    });
    const run = runTasksOf(versionId);
    await entered.promise;
    await jest.isolateModulesAsync(async () => {
      const again = await import("@/lib/ingestion/reading");
      await again.cancelReading(versionId);
    });
    // The kind of that instance is as good as ours, but for the stages of this file.
    defineTask(reading);
    await run;
    expect(await parsedRow(versionId)).toMatchObject({ status: "split_failed", failure: "documentCancelled" });
    replaceStages(stages);
  });

  it("ends at once when it is cancelled, waiting or under way", async () => {
    const waiting = await makeDocumentFile(owner, "e.txt", TEXT, "txt");
    await cancelReading(waiting.versionId);
    expect(await parsedRow(waiting.versionId)).toMatchObject({ status: "parse_failed", failure: "documentCancelled" });

    const { versionId } = await makeDocumentFile(owner, "f.txt", TEXT, "txt");
    const entered = Promise.withResolvers<void>();
    replaceStages({
      ...stages,
      segment: ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
          entered.resolve();
        }),
    });
    const run = runTasksOf(versionId);
    await entered.promise;
    await cancelReading(versionId);
    await run;
    expect(await parsedRow(versionId)).toMatchObject({ status: "split_failed", failure: "documentCancelled" });
    replaceStages(stages);
    await retryReading(versionId);
    await runTasksOf(versionId);
    expect(await parsedRow(versionId)).toMatchObject({ status: "ready" });
  });

  it("gives up on what ended its workers without a word three times", async () => {
    const { versionId } = await makeDocumentFile(owner, "g.txt", TEXT, "txt");
    await db().update(parsedVersions).set({ status: "parsing" }).where(eq(parsedVersions.versionId, versionId));
    const killed = { status: "running", attempts: 3, leaseId: v7(), leaseUntil: new Date(Date.now() - 1000) } as const;
    await changeTask(versionId, killed);
    await runTasksOf(versionId);
    expect(await parsedRow(versionId)).toMatchObject({ status: "parse_failed", failure: "documentMemory" });
  });

  it("waits for a supplier that is away, and goes on with what it had", async () => {
    const { versionId } = await makeDocumentFile(owner, "h.txt", TEXT, "txt");
    replaceStages({
      ...stages,
      embed: async () => {
        throw new SupplierError("supplierUnreachable");
      },
    });
    await runTasksOf(versionId);
    expect(await parsedRow(versionId)).toMatchObject({ status: "building", failure: null });
    replaceStages(stages);
    await expire(versionId);
    await runTasksOf(versionId);
    expect(await parsedRow(versionId)).toMatchObject({ status: "ready" });
  });

  it("ends when the file was deleted, before anything is spent on it", async () => {
    const { fileId, versionId } = await makeDocumentFile(owner, "i.txt", TEXT, "txt");
    await db().update(files).set({ deletedAt: new Date() }).where(eq(files.id, fileId));
    await runTasksOf(versionId);
    expect(await parsedRow(versionId)).toMatchObject({ status: "parse_failed", failure: "documentCancelled" });
  });

  it("begins at the next start with what a restore could not bring back", async () => {
    const { versionId } = await makeDocumentFile(owner, "j.txt", TEXT, "txt");
    await runTasksOf(versionId);
    await invalidateReadings(pool(), [versionId]);
    expect(await readingTask(versionId)).toMatchObject({ status: "done" });
    await recoverReading();
    await recoverReading();
    await runTasksOf(versionId);
    expect(await stateOf(versionId)).toMatchObject({ status: "ready", characters: TEXT.length });
    expect(await db().select().from(tasks).where(eq(tasks.subject, versionId))).toHaveLength(2);
  });
});

it("reading is one of the person's tasks, with its progress, and nobody else's", async () => {
  const [person, { versionId }] = await (async () => {
    const reader = await makePerson();
    return [reader, await makeDocumentFile(reader, "report.txt", TEXT, "txt")] as const;
  })();
  const listed = async ({ token }: Person) => (await answer<{ items: TaskDto[] }>(tasksRoute, { token })).data!.items;
  const entered = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  replaceStages({
    ...stages,
    segment: async (input) => {
      // It is written now and then only.
      const telling = setInterval(() => void input.onProgress?.(50), 100);
      entered.resolve();
      await goOn.promise;
      clearInterval(telling);
      return stages.segment(input);
    },
  });
  expect(await listed(person)).toMatchObject([{ kind: "reading", state: "waiting" }]);
  const run = runTasksOf(versionId);
  await entered.promise;
  const half = await eventually(
    () => stateOf(versionId),
    ({ progress }) => progress === 50,
  );
  expect(half).toMatchObject({ status: "segmenting", progress: 50 });
  expect(await listed(person)).toMatchObject([{ kind: "reading", state: "running", progress: 50 }]);
  expect((await listed(other)).some(({ title }) => title.includes("report.txt"))).toBe(false);
  goOn.resolve();
  await run;
  expect(await listed(person)).toEqual([]);
});
