import "server-only";
import { z } from "zod";
import { db, engine } from "@/db/client";
import { failStaleUploads, listPurgeable, removeExpiredTickets, removeFiles } from "@/db/queries/files";
import { defineJob } from "@/lib/jobs/define";
import { forEachRow } from "@/lib/jobs/each-row";
import { fileStore } from "./storage";

const HOUR = 3_600_000;
const TRASH_DAYS = 30;
const BATCH = 200;

/** Uploads that began before the given time and never ended: their rows fail, their bytes go. */
export async function sweepUploads(before: Date): Promise<void> {
  const store = await fileStore();
  const stale = await failStaleUploads(db(), before);
  await forEachRow(
    stale.map((id) => ({ id })),
    "bytes of a cut upload not removed",
    ({ id }) => store.removeAllOf(id),
  );
  await store.sweepTemporary(before);
}

/** At start. The embedded database has one process, so whatever is uploading was cut off by the last stop. */
export function sweepUploadsAtStart(): Promise<void> {
  return sweepUploads(engine() === "pglite" ? new Date() : new Date(Date.now() - HOUR));
}

/** Trash and failed uploads past their 30 days: bytes first, so that a row never promises what is gone unseen. */
async function purge(signal: AbortSignal): Promise<void> {
  const before = new Date(Date.now() - TRASH_DAYS * 24 * HOUR);
  const store = await fileStore();
  for (;;) {
    const ids = await listPurgeable(db(), before, BATCH);
    const gone: string[] = [];
    await forEachRow(
      ids.map((id) => ({ id })),
      "bytes of a file not removed",
      async ({ id }) => {
        await store.removeAllOf(id);
        gone.push(id);
      },
    );
    await removeFiles(db(), gone);
    if (ids.length < BATCH || gone.length === 0 || signal.aborted) return;
  }
}

export const sweepFiles = defineJob({
  name: "files.sweep",
  payload: z.object({}),
  attempts: 2,
  schedule: "41 * * * *",
  run: async (_payload, { signal }) => {
    await sweepUploads(new Date(Date.now() - HOUR));
    await purge(signal);
    await removeExpiredTickets(db());
  },
});
