import "server-only";
import { db } from "@/db/client";
import { changeSyncRun } from "@/db/queries/directory-sync";

/** Somebody cancelled the run, or another process ended it. */
export class SyncStopped extends Error {}

/** Less than the time after which a silent run counts as lost. */
const BEAT_MS = 15_000;
const NOTE_MS = 1000;

const shared = globalThis as typeof globalThis & { __syncRuns?: Map<string, AbortController> };
shared.__syncRuns ??= new Map();
const live = shared.__syncRuns;

/** Stops the work on a run in this process at once; another process sees it at its next sign of life. */
export function stopSyncTask(id: string): void {
  live.get(id)?.abort(new SyncStopped());
}

/**
 * Does a piece of reading, saying now and then that somebody is at work. Throws SyncStopped when the run was cancelled;
 * `signal` is of the process.
 */
export async function withSyncTask<T>(
  id: string,
  status: "reading",
  signal: AbortSignal,
  work: (stop: AbortSignal, note: (done: number) => Promise<void>) => Promise<T>,
): Promise<T> {
  const own = new AbortController();
  live.set(id, own);
  let latest = 0;
  let noted = 0;
  const beat = async () => {
    noted = Date.now();
    if (!(await changeSyncRun(db(), id, [status], { done: latest }))) own.abort(new SyncStopped());
  };
  const timer = setInterval(() => void beat().catch(() => undefined), BEAT_MS);
  const stop = AbortSignal.any([own.signal, signal]);
  const note = async (done: number) => {
    latest = done;
    if (Date.now() - noted >= NOTE_MS) await beat();
    if (own.signal.aborted) throw new SyncStopped();
  };
  try {
    return await work(stop, note);
  } catch (error) {
    if (own.signal.aborted) throw new SyncStopped();
    throw error;
  } finally {
    clearInterval(timer);
    live.delete(id);
  }
}
