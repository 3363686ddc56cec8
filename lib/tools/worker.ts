import "server-only";
import type { ChildProcess } from "node:child_process";
import type { Worker } from "node:worker_threads";
import { childEnvironment } from "@/lib/config/child-environment";
import { startLocked } from "@/lib/config/locked-process";
import { workerFile } from "@/lib/config/worker-file";
import { ToolFailure } from "./types";
import type { ReadDescription } from "./workers/operations";

/** Work that must never hold up the event loop or outgrow its memory (SECURITY rule 16): what goes in, what comes out. */
export interface WorkerJobs {
  calculator: { input: { expression: string }; value: string };
  code: {
    /** `ms` and `memoryBytes` are the engine's own limits, `outputMax` characters of the result and of what is printed. */
    input: { code: string; ms: number; memoryBytes: number; outputMax: number; asJson?: boolean };
    /** The result is text as it is; with `asJson` it is JSON, empty for nothing. */
    value: { result: string; output: string; cut: boolean };
  };
  /** Where any of some regular expressions begins to match. */
  matches: { input: { text: string; patterns: string[] }; value: { starts: number[] } };
  /** How many tokens each of some texts has. */
  tokens: { input: { texts: string[] }; value: { counts: number[] } };
  /** A description of an API, `source`: where it came from. */
  description: { input: { text: string; source: string }; value: ReadDescription };
  page: {
    /** `charset` as the header of the page has it. */
    input: { bytes: Uint8Array; charset: string | null; isHtml: boolean; url: string };
    value: { title: string; text: string };
  };
}

export type WorkerName = keyof WorkerJobs;

interface WorkerLimits {
  /** Milliseconds from the start of the work; loading a new thread is not part of it. */
  ms: number;
  heapMb: number;
  /** Kept for the next piece of work: only where pieces cannot leave anything behind. */
  keep?: boolean;
}

/** What a thread says in the end; before its first work it says that it is ready. */
export type WorkerReply<N extends WorkerName> =
  | { value: WorkerJobs[N]["value"] }
  | { error: ToolFailure["key"]; detail: string };

/** What runs code of people is a process of its own, which the system ends whatever the code does. */
const PROCESSES: readonly WorkerName[] = ["code"];

/** Workers at work at the same time; the next ones wait. */
const RUNNING_MAX = 4;
const WAIT_MS = 10_000;
/** Loading what a thread needs takes half a second, and much longer on a machine that has no time. */
const LOAD_MS = 12_000;
const IDLE_MS = 60_000;

type AnyWorker = Worker | ChildProcess;
const isProcess = (worker: AnyWorker): worker is ChildProcess => "kill" in worker;
const tell = (worker: AnyWorker, input: object) => (isProcess(worker) ? worker.send(input) : worker.postMessage(input));
const end = (worker: AnyWorker) => (isProcess(worker) ? worker.kill("SIGKILL") : worker.terminate());

interface Pool {
  running: number;
  waiting: (() => void)[];
  idle: Map<WorkerName, { worker: AnyWorker; timer: NodeJS.Timeout; drop: () => void }>;
}
const shared = globalThis as typeof globalThis & { __toolWorkers?: Pool };
shared.__toolWorkers ??= { running: 0, waiting: [], idle: new Map() };
const pool = shared.__toolWorkers;

/** Does a piece of work in a thread of its own. Throws ToolFailure: what the work says, toolTimeout, toolMemory, toolBusy. */
export async function inWorker<N extends WorkerName>(
  name: N,
  input: WorkerJobs[N]["input"],
  limits: WorkerLimits,
  signal: AbortSignal,
): Promise<WorkerJobs[N]["value"]> {
  await enter(signal);
  try {
    return await perform(name, input, limits, signal);
  } finally {
    pool.running -= 1;
    pool.waiting.shift()?.();
  }
}

function enter(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.reject(new ToolFailure("toolStopped"));
  if (pool.running < RUNNING_MAX) {
    pool.running += 1;
    return Promise.resolve();
  }
  return new Promise((resolve, reject) => {
    const leave = (key: "toolBusy" | "toolStopped") => {
      pool.waiting.splice(pool.waiting.indexOf(next), 1);
      clearTimeout(timer);
      signal.removeEventListener("abort", handleAbort);
      reject(new ToolFailure(key));
    };
    const handleAbort = () => leave("toolStopped");
    const timer = setTimeout(() => leave("toolBusy"), WAIT_MS);
    const next = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", handleAbort);
      pool.running += 1;
      resolve();
    };
    signal.addEventListener("abort", handleAbort, { once: true });
    pool.waiting.push(next);
  });
}

async function perform<N extends WorkerName>(
  name: N,
  input: WorkerJobs[N]["input"],
  limits: WorkerLimits,
  signal: AbortSignal,
): Promise<WorkerJobs[N]["value"]> {
  const worker = takeIdle(name) ?? (await loaded(start(name, limits), signal));
  return new Promise((resolve, reject) => {
    const settle = (reply: WorkerReply<N> | ToolFailure) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", handleAbort);
      worker.off("message", settle).off("error", handleError).off("exit", handleExit);
      if (!(reply instanceof ToolFailure) && limits.keep) putIdle(name, worker);
      else {
        // A thread that is being ended may still fail; nobody waits for it.
        worker.on("error", () => undefined);
        void end(worker);
      }
      if (reply instanceof ToolFailure) reject(reply);
      else if ("error" in reply) reject(new ToolFailure(reply.error, reply.detail));
      else resolve(reply.value);
    };
    const timer = setTimeout(() => settle(new ToolFailure("toolTimeout")), limits.ms);
    const handleAbort = () => settle(new ToolFailure("toolStopped"));
    const handleError = (error: NodeJS.ErrnoException) => settle(failureOf(error));
    const handleExit = (code: number | null, signal?: string) => settle(new ToolFailure(exitKey(code, signal)));
    signal.addEventListener("abort", handleAbort, { once: true });
    worker.once("message", settle).once("error", handleError).once("exit", handleExit);
    tell(worker, input);
    if (signal.aborted) handleAbort();
  });
}

/** A new thread once it says that it is ready. Throws toolTimeout, toolMemory, toolFailed, toolStopped. */
function loaded(worker: AnyWorker, signal: AbortSignal): Promise<AnyWorker> {
  return new Promise((resolve, reject) => {
    const settle = (failure: ToolFailure | null) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", handleAbort);
      worker.off("message", handleReady).off("error", handleError).off("exit", handleExit);
      if (!failure) return resolve(worker);
      worker.on("error", () => undefined);
      void end(worker);
      reject(failure);
    };
    const timer = setTimeout(() => settle(new ToolFailure("toolTimeout")), LOAD_MS);
    const handleReady = () => settle(null);
    const handleAbort = () => settle(new ToolFailure("toolStopped"));
    const handleError = (error: NodeJS.ErrnoException) => settle(failureOf(error));
    const handleExit = (code: number | null, signal?: string) => settle(new ToolFailure(exitKey(code, signal)));
    signal.addEventListener("abort", handleAbort, { once: true });
    worker.once("message", handleReady).once("error", handleError).once("exit", handleExit);
    if (signal.aborted) handleAbort();
  });
}

/** A process whose heap is full aborts. */
const exitKey = (code: number | null, signal: string | undefined) =>
  signal === "SIGABRT" || code === 134 ? "toolMemory" : "toolFailed";

function failureOf(error: NodeJS.ErrnoException): ToolFailure {
  return new ToolFailure(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? "toolMemory" : "toolFailed");
}

/** Neither a thread nor a process gets anything of our environment or arguments. */
function start(name: WorkerName, { heapMb }: WorkerLimits): AnyWorker {
  const file = workerFile(`lib/tools/workers/${name}.ts`);
  if (PROCESSES.includes(name)) return startLocked(file, { heapMb });
  // Asked for at run time: a bundler that sees `new Worker` wants to build its file.
  const { Worker: Thread } = process.getBuiltinModule("node:worker_threads");
  return new Thread(file, {
    env: childEnvironment(),
    argv: [],
    execArgv: [],
    stdin: false,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  });
}

function takeIdle(name: WorkerName): AnyWorker | undefined {
  const found = pool.idle.get(name);
  if (!found) return undefined;
  pool.idle.delete(name);
  clearTimeout(found.timer);
  found.worker.off("exit", found.drop).off("error", found.drop);
  found.worker.ref();
  return found.worker;
}

function putIdle(name: WorkerName, worker: AnyWorker): void {
  if (pool.idle.has(name)) return void end(worker);
  const drop = () => {
    if (pool.idle.get(name)?.worker === worker) pool.idle.delete(name);
    void end(worker);
  };
  worker.once("exit", drop).once("error", drop);
  worker.unref();
  pool.idle.set(name, { worker, drop, timer: setTimeout(drop, IDLE_MS).unref() });
}

/** Names what the threads load, so that a stand-alone build carries those packages; never called. */
export const workerPackages = [
  () => import("mathjs"),
  () => import("quickjs-emscripten"),
  () => import("@mozilla/readability"),
  () => import("linkedom"),
  () => import("turndown"),
  () => import("gpt-tokenizer/encoding/o200k_base"),
];
