import "server-only";
import { z } from "zod";
import { db, engine } from "@/db/client";
import { dropLeases, findNextVersion } from "@/db/queries/parsing";
import { removeStaleEmbeddings } from "@/db/queries/retrieval";
import { inBackground } from "@/lib/background";
import { env } from "@/lib/config/env";
import { defineJob, type Job } from "@/lib/jobs/define";
import { log } from "@/lib/log";
import { runtime } from "@/lib/runtime";
import { runVersion, SMALL_BYTES } from "./run";
import { sweepLocalFiles } from "./source";

/** Versions under way in one process; reading itself happens two at a time, waiting for suppliers more. */
const RUNNING_MAX = 4;
/** One more for small files. */
const QUICK_MAX = 1;
/** Of one person: whoever comes next finds a place. */
const OWN_MAX = 3;
/** A larger file has waited long enough not to stand back behind small ones any more, seconds. */
const AGED_SECONDS = 120;
const TURNS_MAX = 200;
/** Before the next look when a version could not even be taken up, milliseconds. */
const BROKEN_MS = 2000;
const HOUR = 3_600_000;

interface Queue {
  /** This process does background work. */
  isOpen: boolean;
  /** Versions under way here, by id. */
  running: Map<string, { ownerId: string | null; isExtra: boolean }>;
  /** Whose versions were taken up lately, the last one last. */
  turns: string[];
  isLooking: boolean;
  /** Something may have come since the last look. */
  isStale: boolean;
}

// Routes and instrumentation may hold separate instances of this module (TRAPS d).
const shared = globalThis as typeof globalThis & { __parsingQueue?: Queue };
shared.__parsingQueue ??= { isOpen: false, running: new Map(), turns: [], isLooking: false, isStale: false };
const queue = shared.__parsingQueue;

/** Takes up what waits as long as there is room; people take turns. Asking twice does no harm. */
export function takeUpWaiting(): void {
  queue.isStale = true;
  if (queue.isLooking) return;
  queue.isLooking = true;
  const looking = look().finally(() => {
    queue.isLooking = false;
  });
  inBackground(looking, "documents not taken up");
}

async function look(): Promise<void> {
  while (queue.isStale && !runtime.stopping) {
    queue.isStale = false;
    while (await startNext());
  }
}

/** Starts the version whose turn it is; false when nothing waits or there is no room. */
async function startNext(): Promise<boolean> {
  const usual = [...queue.running.values()].filter(({ isExtra }) => !isExtra);
  const hasUsual = usual.length < RUNNING_MAX;
  const hasExtra = queue.running.size - usual.length < QUICK_MAX;
  if (!(hasUsual || hasExtra) || runtime.stopping) return false;
  const countOf = (id: string) => usual.filter(({ ownerId }) => ownerId === id).length;
  const owners = [...new Set(usual.flatMap(({ ownerId }) => ownerId ?? []))];
  const full = owners.filter((id) => countOf(id) >= OWN_MAX);
  const next = await findNextVersion(db(), {
    hasUsual,
    hasExtra,
    full,
    turns: queue.turns,
    except: [...queue.running.keys()],
    smallBytes: SMALL_BYTES,
    agedSeconds: AGED_SECONDS,
  });
  if (!next) return false;
  start(next, !hasUsual || (next.ownerId !== null && full.includes(next.ownerId)));
  return true;
}

function start({ versionId, ownerId }: { versionId: string; ownerId: string | null }, isExtra: boolean): void {
  queue.running.set(versionId, { ownerId, isExtra });
  if (ownerId) queue.turns = [...queue.turns.filter((id) => id !== ownerId), ownerId].slice(-TURNS_MAX);
  const work = runVersion(versionId)
    .then((seconds) => {
      // It may be tried again after a pause.
      if (seconds > 0) setTimeout(takeUpWaiting, seconds * 1000 + 500).unref();
      return 0;
    })
    .catch((err) => {
      // The lease runs out, and the sweep takes it up again.
      log().warn({ err, versionId }, "document not read");
      return BROKEN_MS;
    })
    .then((pause) => {
      queue.running.delete(versionId);
      if (pause === 0) takeUpWaiting();
      else setTimeout(takeUpWaiting, pause).unref();
    });
  inBackground(work, "document not read", { versionId });
}

/** Milliseconds after which the transaction that asked is over, as a rule. */
const SOON_MS = [150, 1000];

/** The same for a row still being written: the queue of jobs is safe but looks every two seconds only. */
export function takeUpSoon(): void {
  if (!queue.isOpen) return;
  for (const pause of SOON_MS) setTimeout(takeUpWaiting, pause).unref();
}

/** Starts what an upload left to be done. Returns at once: the state lives on the version's row. */
export const readVersion = defineJob({
  name: "documents.read",
  payload: z.object({ versionId: z.uuid() }),
  attempts: 2,
  run: async () => takeUpWaiting(),
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
    takeUpWaiting();
    await sweepLocalFiles(new Date(Date.now() - HOUR));
  },
});

export const PARSING_JOBS: readonly Job[] = [readVersion, sweepVersions, sweepEmbeddings];

/** At the start of a process. The embedded database has one: whatever was held is not any more. */
export async function recoverParsing(): Promise<void> {
  if (env().WORKER === "off") return;
  queue.isOpen = true;
  if (engine() === "pglite") await dropLeases(db());
  takeUpWaiting();
}
