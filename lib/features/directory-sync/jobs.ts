import "server-only";
import { z } from "zod";
import { db, engine } from "@/db/client";
import { listUnfinishedRuns, removeOldRuns } from "@/db/queries/directory-sync";
import { enqueue } from "@/lib/jobs/boss";
import { defineJob, type Job } from "@/lib/jobs/define";
import { forEachRow } from "@/lib/jobs/each-row";
import { applyRun } from "./service/apply-run";
import { readDirectory } from "./service/read-run";
import { startDue } from "./service/schedule";

const one = z.object({ id: z.uuid() });
/** Nobody touched it for this long: whoever was at work on it is gone. */
const SILENT_MS = 120_000;
const KEPT_RUNS = 50;
const KEPT_MS = 90 * 24 * 3_600_000;

export const applySync = defineJob({
  name: "directory-sync.apply",
  payload: one,
  attempts: 3,
  run: ({ id }, { signal }) => applyRun(id, signal),
});

export const readSync = defineJob({
  name: "directory-sync.read",
  payload: one,
  attempts: 2,
  run: ({ id }, { signal }) => readDirectory(id, signal, (tx, runId) => enqueue(tx, applySync, { id: runId })),
});

export const scheduleSync = defineJob({
  name: "directory-sync.schedule",
  payload: z.object({}),
  attempts: 1,
  schedule: "*/10 * * * *",
  run: async () => {
    const now = Date.now();
    await recoverRuns(new Date(now - SILENT_MS));
    await startDue(new Date(now));
    await removeOldRuns(db(), KEPT_RUNS, new Date(now - KEPT_MS));
  },
});

export const DIRECTORY_SYNC_JOBS: readonly Job[] = [readSync, applySync, scheduleSync];

/** Runs whose process died are begun again; what they carried out is marked. Null: all that are not at an end. */
export async function recoverRuns(untouchedSince: Date | null): Promise<void> {
  await forEachRow(await listUnfinishedRuns(db(), untouchedSince), "sync not taken up again", ({ id, status }) =>
    db().transaction((tx) => enqueue(tx, status === "reading" ? readSync : applySync, { id })),
  );
}

/** At the start of a process. The embedded database has one: whatever was under way is not any more. */
export function recoverSyncAtStart(): Promise<void> {
  return recoverRuns(engine() === "pglite" ? null : new Date(Date.now() - SILENT_MS));
}
