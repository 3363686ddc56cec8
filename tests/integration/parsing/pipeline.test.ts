import { execFileSync } from "node:child_process";
import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { closeDatabase, db } from "@/db/client";
import { updateHeld } from "@/db/queries/parsing";
import { parsedVersions, sliceSets } from "@/db/schema/documents";
import { AppError } from "@/lib/http/errors";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { PARSING_JOBS } from "@/lib/parsing/jobs";
import { cancelParsing, retryParsing } from "@/lib/parsing/pipeline";
import { ChildGone, closeIdleChildren } from "@/lib/parsing/pool";
import { runVersion } from "@/lib/parsing/run";
import { registerStages, type Stages } from "@/lib/parsing/stages";
import { parseStates } from "@/lib/parsing/state";
import { readIndex, readPiece, readText } from "@/lib/parsing/store";
import { PARSER_VERSION } from "@/lib/parsing/version";
import { makeDocumentFile, parsedRow, simpleStages } from "@/tests/factories/documents";
import { eventually } from "@/tests/factories/eventually";
import { onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";

let owner: Person;
let other: Person;
let stages: Stages;
beforeAll(async () => {
  await startJobs(PARSING_JOBS, false);
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

/** The lease of a worker that died, as if its minute was over. */
async function expire(versionId: string) {
  await db()
    .update(parsedVersions)
    .set({ leaseUntil: new Date(Date.now() - 1000) })
    .where(eq(parsedVersions.versionId, versionId));
}

describe("reading a stored file", () => {
  it("ends ready, with text, index and a searchable set", async () => {
    const { versionId } = await makeDocumentFile(owner, "a.txt", TEXT, "txt");
    expect(await parsedRow(versionId)).toMatchObject({ status: "uploaded", progress: 0 });
    expect(await runVersion(versionId)).toBe(0);
    expect(await parsedRow(versionId)).toMatchObject({ status: "ready", progress: 100, failure: null, leaseId: null });
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
  });

  it("keeps two people's files apart, though their bytes are the same", async () => {
    const [mine, theirs] = await Promise.all([
      makeDocumentFile(owner, "same.txt", TEXT, "txt"),
      makeDocumentFile(other, "same.txt", TEXT, "txt"),
    ]);
    const viewers: string[] = [];
    registerStages({
      ...stages,
      build: (input) => {
        viewers.push(input.viewer.id);
        return stages.build(input);
      },
    });
    await Promise.all([runVersion(mine.versionId), runVersion(theirs.versionId)]);
    expect(viewers.sort()).toEqual([owner.id, other.id].sort());
    expect((await readIndex(mine.versionId))!.run).not.toBe((await readIndex(theirs.versionId))!.run);
    expect(await readText(mine.versionId, 0, 5)).toBe("First");
    expect(await readText(theirs.versionId, 0, 5)).toBe("First");
  });

  it("says plainly what is wrong with a file, once and for all", async () => {
    const { versionId } = await makeDocumentFile(owner, "b.pdf", "%PDF-1.4 nothing of the kind", "pdf");
    expect(await runVersion(versionId)).toBe(0);
    expect(await parsedRow(versionId)).toMatchObject({
      status: "parse_failed",
      failure: "documentBroken",
      attempts: 1,
    });
    expect((await parseStates([versionId])).get(versionId)!.failure).toEqual({
      stage: "parsing",
      error: "documentBroken",
    });
    await retryParsing(versionId);
    expect(await parsedRow(versionId)).toMatchObject({ status: "parsing", failure: null, attempts: 0 });
  });
});

/** Processes of ours that read files. */
function children(): number[] {
  try {
    const found = execFileSync("pgrep", ["-P", String(process.pid), "-f", "lib/parsing/worker/main.mjs"]).toString();
    return found.trim().split("\n").map(Number);
  } catch {
    return [];
  }
}

describe("work that is cut off", () => {
  it("goes on after its process was killed in the middle of the text", async () => {
    closeIdleChildren();
    const { versionId } = await makeDocumentFile(owner, "long.txt", "some words ".repeat(1_500_000), "txt");
    const run = runVersion(versionId);
    const [child] = await eventually(
      async () => children(),
      (found) => found.length > 0,
    );
    process.kill(child!, "SIGKILL");
    expect(await run).toBeGreaterThan(0);
    expect(await parsedRow(versionId)).toMatchObject({ status: "parsing", attempts: 1, index: null, leaseId: null });
    await expire(versionId);
    expect(await runVersion(versionId)).toBe(0);
    expect(await parsedRow(versionId)).toMatchObject({ status: "ready", characters: 16_500_001 });
  });

  it("is tried again from the stage it was in, three times at most", async () => {
    const { versionId } = await makeDocumentFile(owner, "c.txt", TEXT, "txt");
    let tries = 0;
    registerStages({
      ...stages,
      segment: async () => {
        tries++;
        throw new ChildGone("killed");
      },
    });
    expect(await runVersion(versionId)).toBeGreaterThan(0);
    expect(await parsedRow(versionId)).toMatchObject({ status: "segmenting", leaseId: null });
    // Before the pause is over nobody takes it up.
    expect(await runVersion(versionId)).toBe(0);
    expect(tries).toBe(1);
    for (let round = 0; round < 3; round++) {
      await expire(versionId);
      await runVersion(versionId);
    }
    expect(tries).toBe(3);
    expect(await parsedRow(versionId)).toMatchObject({ status: "split_failed", failure: "unknown" });
    registerStages(stages);
    const { run } = (await readIndex(versionId))!;
    await retryParsing(versionId);
    await runVersion(versionId);
    expect(await parsedRow(versionId)).toMatchObject({ status: "ready" });
    // The text was not read a second time.
    expect((await readIndex(versionId))!.run).toBe(run);
    await expect(retryParsing(versionId)).rejects.toThrow(new AppError("documentNotFailed"));
  });

  it("is taken over when the lease is over, and the late writer is refused", async () => {
    const { versionId } = await makeDocumentFile(owner, "d.txt", TEXT, "txt");
    const entered = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    registerStages({
      ...stages,
      build: async (input) => {
        entered.resolve();
        await goOn.promise;
        await stages.build(input);
      },
    });
    const sleeper = runVersion(versionId);
    await entered.promise;
    const { leaseId } = await parsedRow(versionId);
    expect(await runVersion(versionId)).toBe(0);
    expect((await parsedRow(versionId)).leaseId).toBe(leaseId);
    await expire(versionId);
    registerStages(stages);
    await runVersion(versionId);
    const finished = await parsedRow(versionId);
    expect(finished.status).toBe("ready");
    expect(await updateHeld(db(), versionId, leaseId!, { status: "build_failed" })).toBe(false);
    goOn.resolve();
    expect(await sleeper).toBe(0);
    expect(await parsedRow(versionId)).toMatchObject({ status: "ready", finishedAt: finished.finishedAt });
  });

  it("ends as cancelled when the route that cancels holds the module a second time, as in the built product", async () => {
    const { versionId } = await makeDocumentFile(owner, "routes.txt", TEXT, "txt");
    const entered = Promise.withResolvers<void>();
    registerStages({
      ...stages,
      segment: ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
          entered.resolve();
        }),
    });
    const run = runVersion(versionId);
    await entered.promise;
    await jest.isolateModulesAsync(async () => {
      const { abortRun } = await import("@/lib/parsing/run");
      abortRun(versionId);
    });
    expect(await run).toBe(0);
    expect(await parsedRow(versionId)).toMatchObject({ status: "split_failed", failure: "documentCancelled" });
    registerStages(stages);
  });

  it("ends at once when it is cancelled, waiting or under way", async () => {
    const waiting = await makeDocumentFile(owner, "e.txt", TEXT, "txt");
    await cancelParsing(waiting.versionId);
    expect(await parsedRow(waiting.versionId)).toMatchObject({ status: "parse_failed", failure: "documentCancelled" });

    const { versionId } = await makeDocumentFile(owner, "f.txt", TEXT, "txt");
    const entered = Promise.withResolvers<void>();
    registerStages({
      ...stages,
      segment: ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
          entered.resolve();
        }),
    });
    const run = runVersion(versionId);
    await entered.promise;
    await cancelParsing(versionId);
    expect(await run).toBe(0);
    expect(await parsedRow(versionId)).toMatchObject({ status: "split_failed", failure: "documentCancelled" });
    registerStages(stages);
    await retryParsing(versionId);
    await runVersion(versionId);
    expect(await parsedRow(versionId)).toMatchObject({ status: "ready" });
  });

  it("gives up on what ended its workers without a word three times", async () => {
    const { versionId } = await makeDocumentFile(owner, "g.txt", TEXT, "txt");
    await db()
      .update(parsedVersions)
      .set({ status: "parsing", attempts: 3, leaseId: v7(), leaseUntil: new Date(Date.now() - 1000) })
      .where(eq(parsedVersions.versionId, versionId));
    await runVersion(versionId);
    expect(await parsedRow(versionId)).toMatchObject({ status: "parse_failed", failure: "documentMemory" });
  });
});
