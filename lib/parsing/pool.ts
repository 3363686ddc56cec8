import "server-only";
import type { ChildProcess } from "node:child_process";
import os from "node:os";
import { AppError } from "@/lib/errors/errors";
import { log } from "@/lib/log";
import { residentBytes, startChild } from "./child";
import { type ChildAnswers, type ChildMessage, type ChildTask, PARSE_FAILURES, type ParentMessage } from "./wire";

/**
 * Files read at the same time in one process; further ones wait their turn. A file keeps one core busy: three where one is
 * left for who answers, two on any machine, so that a long file does not hold up everybody. More would fill the memory a
 * small machine has (MEMORY_MAX each) and the cores other processes of ours read with.
 */
export const childrenFor = (cores: number) => Math.min(3, Math.max(2, cores - 1));

const CHILDREN_MAX = childrenFor(os.availableParallelism());
/** One more for quick work: a small file does not wait for large ones. */
const QUICK_CHILDREN_MAX = 1;
/** All that are ever busy: pages of the web come in waves, and starting a child takes longer than reading a wave of them. */
const IDLE_MAX = CHILDREN_MAX + QUICK_CHILDREN_MAX;
const MEMORY_MAX = 512 * 1024 ** 2;
const MEMORY_CHECK_MS = 250;
/** Without any heartbeat, and in all. */
const SILENT_MS = 60_000;
const TOTAL_MS = 15 * 60_000;
/** A child is replaced after so many files: whatever a parser keeps goes with it. */
const FILES_PER_CHILD = 25;
/** A small text wears it less: starting a child takes as long as reading many pages of the web. */
const TEXT_WEAR = 0.05;
const TEXTS: readonly string[] = ["html", "md", "txt"];
/** An idle child gives its memory back. */
const IDLE_MS = 60_000;

/** What a child may cost; the rule where it is not told. */
export interface ChildLimits {
  /** Milliseconds in all. */
  limit?: number;
  /** Milliseconds without a heartbeat. */
  silence?: number;
  /** Resident bytes. */
  memory?: number;
}

/** Who waits for a child, and how long it will be busy. */
export interface Turn {
  /** People take turns; null is nobody in particular. */
  owner?: string | null;
  /** Over in a moment: a small file, or a look at one somebody is uploading. */
  isQuick?: boolean;
}

interface Options extends ChildLimits, Turn {
  signal?: AbortSignal;
  /** Takes pieces, images and pages, drawn or recognised; the child waits until it resolves. */
  onMessage?: (message: ChildMessage) => Promise<void> | void;
  onProgress?: (done: number, total: number) => void;
}

interface Child {
  process: ChildProcess;
  /** Files it has read, small texts counted less. */
  worn: number;
  idle?: NodeJS.Timeout;
}

interface Busy extends Turn {
  isExtra: boolean;
}

interface Pool {
  idle: Child[];
  busy: Set<Busy>;
  waiting: { turn: Turn; enter: (busy: Busy) => void }[];
}

// Routes and instrumentation may hold separate instances of this module (TRAPS d).
const shared = globalThis as typeof globalThis & { __parsers?: Pool };
shared.__parsers ??= { idle: [], busy: new Set(), waiting: [] };
const pool = shared.__parsers;

/**
 * Runs one task in a child process that can be ended at any moment. Resolves with the fields of its answer. Throws the
 * failure as AppError, documentTimeout, documentMemory, or the signal's reason.
 */
export async function runInChild<T extends ChildTask>(
  task: T,
  options: Options = {},
): Promise<ChildAnswers[T["type"]]> {
  const busy = await turnOf(options, options.signal);
  try {
    options.signal?.throwIfAborted();
    return await perform(task, options);
  } finally {
    pool.busy.delete(busy);
    letIn();
  }
}

/** Whether there is a child for it now, and whether it is the extra one. */
function room({ isQuick }: Turn): Busy["isExtra"] | null {
  let [usual, extra] = [0, 0];
  for (const { isExtra } of pool.busy) isExtra ? extra++ : usual++;
  if (usual < CHILDREN_MAX) return false;
  return isQuick && extra < QUICK_CHILDREN_MAX ? true : null;
}

function take(turn: Turn): Busy | null {
  const isExtra = room(turn);
  if (isExtra === null) return null;
  const busy = { owner: turn.owner, isExtra };
  pool.busy.add(busy);
  return busy;
}

/** Whoever has the fewest children goes first, and of those who came first. */
function letIn(): void {
  const held = (owner: Turn["owner"]) => [...pool.busy].filter((busy) => owner && busy.owner === owner).length;
  for (;;) {
    const next = pool.waiting
      .filter(({ turn }) => room(turn) !== null)
      .reduce<Pool["waiting"][number] | null>(
        (best, entry) => (best && held(best.turn.owner) <= held(entry.turn.owner) ? best : entry),
        null,
      );
    const busy = next && take(next.turn);
    if (!next || !busy) return;
    pool.waiting.splice(pool.waiting.indexOf(next), 1);
    next.enter(busy);
  }
}

function turnOf(turn: Turn, signal?: AbortSignal): Promise<Busy> {
  const busy = take(turn);
  if (busy) return Promise.resolve(busy);
  return new Promise((resolve, reject) => {
    const entry = {
      turn,
      enter: (entered: Busy) => {
        signal?.removeEventListener("abort", leave);
        resolve(entered);
      },
    };
    const leave = () => {
      const at = pool.waiting.indexOf(entry);
      if (at >= 0) pool.waiting.splice(at, 1);
      reject(signal?.reason);
    };
    pool.waiting.push(entry);
    signal?.addEventListener("abort", leave, { once: true });
  });
}

function perform<T extends ChildTask>(task: T, options: Options) {
  const { signal, limit = TOTAL_MS, silence: silent = SILENT_MS, memory: most = MEMORY_MAX } = options;
  const { onMessage, onProgress } = options;
  const child = isDrawn(task) ? begin(true) : (takeIdle() ?? begin(false));
  child.worn += options.isQuick && TEXTS.includes(task.format) ? TEXT_WEAR : 1;
  return new Promise<ChildAnswers[T["type"]]>((resolve, reject) => {
    let isSettled = false;
    let silence: NodeJS.Timeout | undefined;
    const total = setTimeout(() => settle(new AppError("documentTimeout")), limit);
    const memory = setInterval(async () => {
      if ((await residentBytes(child.process.pid)) > most) settle(new AppError("documentMemory"));
    }, MEMORY_CHECK_MS);
    const alive = () => {
      clearTimeout(silence);
      silence = setTimeout(() => settle(new AppError("documentTimeout")), silent);
    };
    const settle = (result: ChildAnswers[T["type"]] | Error) => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(total);
      clearTimeout(silence);
      clearInterval(memory);
      signal?.removeEventListener("abort", abort);
      child.process.removeAllListeners();
      if (result instanceof Error) {
        end(child);
        reject(result);
      } else {
        putBack(child, task);
        resolve(result);
      }
    };
    const abort = () => settle(signal?.reason instanceof Error ? signal.reason : new Error("aborted"));
    signal?.addEventListener("abort", abort, { once: true });
    child.process.on("message", (message: ChildMessage) => {
      alive();
      if (message.type === "progress") return onProgress?.(message.done, message.total);
      // The answer to this task: the child has no other.
      if (message.type === "done") return settle(message as ChildAnswers[T["type"]]);
      if (message.type === "failed") return settle(failure(message));
      if (!["piece", "image", "page", "cutOut", "recognised"].includes(message.type)) return;
      // Whoever keeps it is no reason to call the child silent.
      clearTimeout(silence);
      Promise.resolve(onMessage?.(message)).then(
        () => {
          if (isSettled) return;
          alive();
          send(child, { type: "ack" }, () => undefined);
        },
        (error) => settle(error instanceof Error ? error : new Error(String(error))),
      );
    });
    // Out of memory ends it without a word; anything else that ends it is worth another try.
    child.process.once("exit", (code, by) => {
      const isMemory = code === 134 || by === "SIGABRT" || by === "SIGTRAP";
      settle(isMemory ? new AppError("documentMemory") : new ChildGone(`parser ended: ${by ?? code}`));
    });
    child.process.once("error", (cause) => settle(new ChildGone("parser failed", { cause })));
    alive();
    send(child, task, (error) => error && settle(new ChildGone("parser unreachable", { cause: error })));
  });
}

function send(child: Child, message: ParentMessage, sent: (error: Error | null) => void): void {
  child.process.send(message, sent);
}

/** The child went away without a reason in the file: the same file may well be read the next time. */
export class ChildGone extends Error {}

/** Checked all the same: a file may have made the child say anything. */
function failure({ error, detail }: Extract<ChildMessage, { type: "failed" }>): AppError {
  if (detail) log().info({ detail }, "document not read");
  return new AppError(PARSE_FAILURES.find((key) => key === error) ?? "documentBroken");
}

/** It needs native code, which a child that reads files of others later never has. */
const isDrawn = ({ type }: ChildTask) => ["render", "recognise", "cut", "convert"].includes(type);

const begin = (withAddons: boolean): Child => ({ process: startChild(withAddons), worn: 0 });

function takeIdle(): Child | undefined {
  for (let child = pool.idle.pop(); child; child = pool.idle.pop()) {
    clearTimeout(child.idle);
    child.process.removeAllListeners();
    if (child.process.connected && child.process.exitCode === null) {
      child.process.ref();
      child.process.channel?.ref();
      return child;
    }
    end(child);
  }
  return undefined;
}

function putBack(child: Child, task: ChildTask): void {
  if (isDrawn(task) || child.worn >= FILES_PER_CHILD || pool.idle.length >= IDLE_MAX) return end(child);
  child.process.on("error", () => undefined);
  child.process.unref();
  child.process.channel?.unref();
  child.idle = setTimeout(() => {
    pool.idle = pool.idle.filter((other) => other !== child);
    end(child);
  }, IDLE_MS);
  child.idle.unref();
  pool.idle.push(child);
}

function end(child: Child): void {
  clearTimeout(child.idle);
  // It may still fail while it ends; nobody waits for it.
  child.process.on("error", () => undefined);
  child.process.kill("SIGKILL");
}

/** Ends the children that wait for work; for the end of a process and of tests. */
export function closeIdleChildren(): void {
  for (const child of pool.idle.splice(0)) end(child);
}

/** Names what the process loads, so that a stand-alone build carries it; never called. */
export const parserPackages = [
  () => import("pdfjs-dist/legacy/build/pdf.mjs"),
  () => import("@napi-rs/canvas"),
  () => import("saxes"),
  () => import("csv-parse"),
  () => import("hast-util-from-html"),
  () => import("hast-util-raw"),
  () => import("mdast-util-from-markdown"),
  () => import("mdast-util-gfm"),
  () => import("mdast-util-to-hast"),
  () => import("micromark-extension-gfm"),
  () => import("numfmt"),
];
