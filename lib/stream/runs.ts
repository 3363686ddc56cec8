import "server-only";
import { db, engine, notifyChannel } from "@/db/client";
import { beat, insertChunks, interruptOrphans } from "@/db/queries/runs";
import { log } from "@/lib/log";
import { metrics } from "@/lib/metrics";
import { heardConsent } from "./consent";
import { recoverRuns } from "./recover";
import type { Run } from "./run";

/** SECURITY rule 24: what was said reaches the database within 2 s. */
const FLUSH_MS = 1000;
/** Every so many flushes a sign of life. */
const BEAT_EVERY = 5;
/** A finished run answers from memory a little longer, then from its stored lines; milliseconds. */
const KEEP_MS = 10_000;
/** A run without a sign of life for so long is driven by nobody; seconds. */
const SILENT_SECONDS = 20;

interface Runs {
  active: Map<string, Run>;
  /** Those who read runs of other processes, woken by NOTIFY. */
  listeners: Map<string, Set<() => void>>;
  started: boolean;
}

const shared = globalThis as typeof globalThis & { __runs?: Runs };
shared.__runs ??= { active: new Map(), listeners: new Map(), started: false };
const runs = shared.__runs;

export function findLocalRun(id: string): Run | undefined {
  return runs.active.get(id);
}

export function addRun(run: Run): void {
  runs.active.set(run.id, run);
  metrics().openRuns.inc();
}

/** The answer is stored whole: readers get the rest, the memory goes soon after. */
export function finishRun(run: Run): void {
  run.finish();
  metrics().openRuns.dec();
  setTimeout(() => runs.active.delete(run.id), KEEP_MS).unref();
}

/** Called when another process has stored lines of the run; the answer unsubscribes. */
export function onRunLines(id: string, listener: () => void): () => void {
  const set = runs.listeners.get(id) ?? new Set();
  set.add(listener);
  runs.listeners.set(id, set);
  return () => {
    set.delete(listener);
    if (set.size === 0) runs.listeners.delete(id);
  };
}

/** Recovers what a dead process left, then keeps storing, beating and listening. */
export async function startRuns(): Promise<void> {
  if (runs.started) return;
  runs.started = true;
  await recoverRuns(engine() === "pglite" ? null : SILENT_SECONDS);
  await interruptOrphans(db(), new Date(Date.now() - 60_000));
  await listen();
  let turn = 0;
  let busy = false;
  setInterval(async () => {
    const now = Date.now();
    for (const run of runs.active.values()) run.heartbeat(now);
    // A slow database must not pile up statements.
    if (busy) return;
    busy = true;
    try {
      await flush();
      if (++turn % BEAT_EVERY === 0) await signOfLife();
    } catch (err) {
      log().warn({ err }, "answer lines not stored yet");
    } finally {
      busy = false;
    }
  }, FLUSH_MS).unref();
}

async function flush(): Promise<void> {
  const moved = [...runs.active.values()].filter((run) => !run.finished && run.flushed < run.lines.length);
  if (moved.length === 0) return;
  const before = moved.map((run) => run.flushed);
  const rows = moved.map((run) => run.takeUnflushed()).filter((row) => row !== null);
  try {
    await insertChunks(db(), rows, engine() === "postgres");
  } catch (error) {
    // Stored with the next flush instead.
    for (const [index, run] of moved.entries()) run.flushed = before[index] ?? 0;
    throw error;
  }
}

async function signOfLife(): Promise<void> {
  const driven = [...runs.active.values()].filter((run) => !run.finished).map((run) => run.id);
  for (const id of await beat(db(), driven)) runs.active.get(id)?.end("stopped");
  await recoverRuns(SILENT_SECONDS);
}

async function listen(): Promise<void> {
  const channel = notifyChannel();
  if (!channel) return;
  await channel.listen("run_lines", (ids) => {
    for (const id of ids.split(",")) for (const wake of runs.listeners.get(id) ?? []) wake();
  });
  await channel.listen("run_stop", (ids) => {
    for (const id of ids.split(",")) runs.active.get(id)?.end("stopped");
  });
  await channel.listen("run_consent", heardConsent);
}

/** Lets running answers finish for `timeoutMs`, then marks the rest interrupted and waits until they are stored. */
export async function drainRuns(timeoutMs: number): Promise<void> {
  const open = () => [...runs.active.values()].filter((run) => !run.finished);
  const until = Date.now() + timeoutMs;
  while (open().length > 0 && Date.now() < until) await pause(50);
  for (const run of open()) run.end("interrupted");
  const stored = Date.now() + 3000;
  while (open().length > 0 && Date.now() < stored) await pause(20);
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
