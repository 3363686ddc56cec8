import "server-only";
import { db, engine, notifyChannel } from "@/db/client";
import { beat, insertChunks, interruptOrphans } from "@/db/queries/conversation/runs";
import { log } from "@/lib/log";
import { metrics } from "@/lib/metrics";
import { heardConsent } from "./consent";
import { recoverRuns } from "./recover";
import type { Run } from "./run";

/** SECURITY rule 24: what was said reaches the database within 2 s. */
const FLUSH_MS = 1000;
/** Every so many flushes a heartbeat. */
const BEAT_EVERY = 5;
/** A finished run answers from memory a little longer, then from its stored lines; milliseconds. */
const KEEP_MS = 10_000;
/** An answer the database would not take is kept so long for a better moment, milliseconds. */
const KEEP_UNSTORED_MS = 600_000;
/** A run without a heartbeat for so long is driven by nobody; seconds. */
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

/** The answer has ended: readers get the rest, the memory goes soon after, or when the database took what it holds. */
export function finishRun(run: Run): void {
  run.finish();
  metrics().openRuns.dec();
  const until = Date.now() + KEEP_UNSTORED_MS;
  const drop = () => {
    if (run.isUnstored && Date.now() < until) return void setTimeout(drop, KEEP_MS).unref();
    runs.active.delete(run.id);
  };
  setTimeout(drop, KEEP_MS).unref();
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
  try {
    await recoverRuns(engine() === "pglite" ? null : SILENT_SECONDS);
    await interruptOrphans(db(), new Date(Date.now() - 60_000));
  } catch (err) {
    // The next heartbeat looks again: old answers never keep new ones from being given.
    log().error({ err }, "interrupted answers not recovered");
  }
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
      await flushRuns();
      if (++turn % BEAT_EVERY === 0) await beatRuns();
    } catch (err) {
      log().warn({ err }, "answer lines not stored yet");
    } finally {
      busy = false;
    }
  }, FLUSH_MS).unref();
}

/** Stores the lines that are in memory only. */
export async function flushRuns(): Promise<void> {
  const all = [...runs.active.values()];
  const moved = all.filter((run) => (run.finished ? run.isUnstored : run.flushed < run.lines.length));
  if (moved.length === 0) return;
  const before = moved.map((run) => run.flushed);
  const rows = moved.map((run) => run.takeUnflushed()).filter((row) => row !== null);
  try {
    await insertChunks(rows, engine() === "postgres");
  } catch (error) {
    // Stored with the next flush instead.
    for (const [index, run] of moved.entries()) run.flushed = before[index] ?? 0;
    throw error;
  }
}

/** Says which answers are under way here, ends those nobody is left to read, and takes over those nobody drives. */
export async function beatRuns(): Promise<void> {
  // Recovery must not take an answer before what it said is stored.
  const driven = [...runs.active.values()].filter((run) => !run.finished || run.isUnstored).map((run) => run.id);
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
