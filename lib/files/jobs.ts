import "server-only";
import { z } from "zod";
import { db, engine } from "@/db/client";
import { listUsersWith } from "@/db/queries/auth/identity";
import { findConfig, lockConfig, upsertConfig } from "@/db/queries/config/system-config";
import { failStaleUploads, listPurgeable, removeExpiredTickets, removeFiles } from "@/db/queries/files/files";
import { OVERVIEW_HREF } from "@/lib/config/constants";
import { defineJob } from "@/lib/jobs/define";
import { forEachRow } from "@/lib/jobs/each-row";
import { notify } from "@/lib/mail/notify";
import { P } from "@/lib/permissions/codes";
import { bytesText } from "@/lib/text/bytes";
import { type StorageLevel, storageState } from "./room";
import { fileStore } from "./storage";
import { sweepUnfinished } from "./unfinished";

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
export async function sweepUploadsAtStart(): Promise<void> {
  await sweepUploads(engine() === "pglite" ? new Date() : new Date(Date.now() - HOUR));
  // Resumable ones go on after a stop; those that nobody went on with for a day are on this process's own disk.
  await sweepUnfinished();
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

/** Key of `system_config`: what administrators were told last. */
const TOLD = "storageTold";
const toldSchema = z.object({ level: z.enum(["ok", "low", "reserve", "full"]), at: z.iso.datetime() });
const SEVERITY: Record<StorageLevel, number> = { ok: 0, low: 1, reserve: 2, full: 3 };

/**
 * Tells administrators when room runs short: once at each worse level, again after a day in which nothing got better. Room
 * that is there again is noted, so that the next shortage is told.
 */
export async function tellOfRoom(now = new Date()): Promise<void> {
  const { level, free } = await storageState();
  await db().transaction(async (tx) => {
    await lockConfig(tx, TOLD);
    const stored = toldSchema.safeParse(await findConfig(tx, TOLD));
    const told = stored.success ? stored.data : { level: "ok" as const, at: new Date(0).toISOString() };
    if (level === "ok" && told.level === "ok") return;
    const isWorse = SEVERITY[level] > SEVERITY[told.level];
    const isOld = now.getTime() - Date.parse(told.at) >= 24 * HOUR;
    if (level !== "ok" && !isWorse && !isOld) return;
    await upsertConfig(tx, TOLD, { level, at: now.toISOString() });
    if (level === "ok") return;
    const kind = level === "low" ? "storageLow" : "storageFull";
    const people = await listUsersWith(tx, P.CONFIG_BASIC);
    const args = { free: free === null ? "?" : bytesText(free) };
    await notify(
      tx,
      people.map((userId) => ({ userId, kind, args, href: OVERVIEW_HREF })),
    );
  });
}

export const watchRoom = defineJob({
  name: "files.room",
  attempts: 1,
  schedule: "* * * * *",
  run: () => tellOfRoom(),
});

export const sweepFiles = defineJob({
  name: "files.sweep",
  attempts: 2,
  schedule: "41 * * * *",
  run: async (_payload, { signal }) => {
    await sweepUploads(new Date(Date.now() - HOUR));
    await sweepUnfinished();
    await purge(signal);
    await removeExpiredTickets(db());
  },
});
