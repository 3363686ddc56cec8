import "server-only";
import { z } from "zod";
import { db, engine } from "@/db/client";
import { dropLeases, listUnheld } from "@/db/queries/parsing";
import { removeStaleEmbeddings } from "@/db/queries/retrieval";
import { inBackground } from "@/lib/background";
import { env } from "@/lib/config/env";
import { defineJob, type Job } from "@/lib/jobs/define";
import { log } from "@/lib/log";
import { runtime } from "@/lib/runtime";
import { runVersion } from "./run";
import { sweepLocalFiles } from "./source";

/** Versions under way in one process; reading itself happens two at a time, waiting for suppliers more. */
const RUNNING_MAX = 4;
const SWEEP_BATCH = 200;
const HOUR = 3_600_000;

interface Queue {
  /** This process does background work. */
  isOpen: boolean;
  waiting: string[];
  running: Set<string>;
}

// Routes and instrumentation may hold separate instances of this module (TRAPS d).
const shared = globalThis as typeof globalThis & { __parsingQueue?: Queue };
shared.__parsingQueue ??= { isOpen: false, waiting: [], running: new Set() };
const queue = shared.__parsingQueue;

/** Takes a version up as soon as there is room. Whoever holds it, holds it: asking twice does no harm. */
export function takeUp(versionId: string): void {
  if (queue.running.has(versionId) || queue.waiting.includes(versionId)) return;
  queue.waiting.push(versionId);
  next();
}

/** Milliseconds after which the transaction that asked is over, as a rule. */
const SOON_MS = [150, 1000];

/** The same for a row still being written: the queue of jobs is safe but looks every two seconds only. */
export function takeUpSoon(versionId: string): void {
  if (!queue.isOpen) return;
  for (const pause of SOON_MS) setTimeout(() => takeUp(versionId), pause).unref();
}

function next(): void {
  while (queue.running.size < RUNNING_MAX && queue.waiting.length > 0 && !runtime.stopping) {
    const versionId = queue.waiting.shift();
    if (!versionId) return;
    queue.running.add(versionId);
    const work = runVersion(versionId)
      .then((seconds) => seconds > 0 && setTimeout(() => takeUp(versionId), seconds * 1000 + 500).unref())
      // The lease runs out, and the sweep takes it up again.
      .catch((err) => log().warn({ err, versionId }, "document not read"))
      .finally(() => {
        queue.running.delete(versionId);
        next();
      });
    inBackground(work, "document not read", { versionId });
  }
}

/** Starts what an upload left to be done. Returns at once: the state lives on the version's row. */
export const readVersion = defineJob({
  name: "documents.read",
  payload: z.object({ versionId: z.uuid() }),
  attempts: 2,
  run: async ({ versionId }) => takeUp(versionId),
});

/** An embedding nobody asked for so long is bought anew should it be wanted, days. */
const EMBEDDING_DAYS = 90;

export const sweepEmbeddings = defineJob({
  name: "documents.sweep-embeddings",
  payload: z.object({}),
  attempts: 1,
  schedule: "40 3 * * *",
  run: () => removeStaleEmbeddings(db(), new Date(Date.now() - EMBEDDING_DAYS * 24 * HOUR)),
});

/** Whatever nobody holds is taken up again (SECURITY CR-02). */
export const sweepVersions = defineJob({
  name: "documents.sweep",
  payload: z.object({}),
  attempts: 1,
  schedule: "* * * * *",
  run: async () => {
    for (const id of await listUnheld(db(), false, SWEEP_BATCH)) takeUp(id);
    await sweepLocalFiles(new Date(Date.now() - HOUR));
  },
});

export const PARSING_JOBS: readonly Job[] = [readVersion, sweepVersions, sweepEmbeddings];

/** At the start of a process. The embedded database has one: whatever was held is not any more. */
export async function recoverParsing(): Promise<void> {
  if (env().WORKER === "off") return;
  queue.isOpen = true;
  if (engine() === "pglite") await dropLeases(db());
  for (const id of await listUnheld(db(), false, SWEEP_BATCH)) takeUp(id);
}
