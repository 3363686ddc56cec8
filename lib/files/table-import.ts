import "server-only";
import type { ChildProcess } from "node:child_process";
import { childEnvironment } from "@/lib/config/child-environment";
import { workerFile } from "@/lib/config/worker-file";
import { AppError, type ErrorKey } from "@/lib/errors/errors";

/** SECURITY FI-02: a plain answer within this time, and within this memory. */
const TIME_MS = 20_000;
const HEAP_MB = 256;
/** Files read at the same time; another one is asked to come back. */
const RUNNING_MAX = 2;

const IMPORT_FAILURES = [
  "importEmpty",
  "importEncrypted",
  "importMarkup",
  "importTooLarge",
  "importTooManyRows",
  "importUnreadable",
] as const satisfies readonly ErrorKey[];

/** Why a table file is not read. */
export type ImportFailureKey = (typeof IMPORT_FAILURES)[number];

/** Characters of a cell, of which the rest is left out, and of all cells together. */
interface TableLimits {
  cellMax: number;
  textMax: number;
}
const USUAL: TableLimits = { cellMax: 1000, textMax: 12_000_000 };

/** What the process that reads is told. */
export type TableAsked = TableLimits & { bytes: Uint8Array };

/** What the process that reads says in the end (`readers/table.ts`). */
export type TableReply = { rows: string[][] } | { error: ImportFailureKey };

const shared = globalThis as typeof globalThis & { __tableReaders?: { running: number } };
shared.__tableReaders ??= { running: 0 };
const readers = shared.__tableReaders;

/**
 * Cells of the first sheet of an .xlsx or .csv file as texts, read by a process that is ended when it takes too long.
 * Throws importUnreadable, importEncrypted, importMarkup, importTooLarge, importTooManyRows, importTimeout, systemBusy.
 */
export async function readTable(bytes: Uint8Array, limits: TableLimits = USUAL): Promise<string[][]> {
  if (readers.running >= RUNNING_MAX) throw new AppError("systemBusy");
  readers.running += 1;
  try {
    return await inChild({ ...limits, bytes });
  } finally {
    readers.running -= 1;
  }
}

function inChild(asked: TableAsked): Promise<string[][]> {
  const child = start();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => settle(new AppError("importTimeout")), TIME_MS);
    const settle = (result: string[][] | AppError) => {
      clearTimeout(timer);
      child.removeAllListeners();
      // It may still fail while it ends; nobody waits for it.
      child.on("error", () => undefined);
      child.kill("SIGKILL");
      if (result instanceof AppError) reject(result);
      else resolve(result);
    };
    child.once("message", (reply: TableReply) => {
      if ("rows" in reply) return settle(reply.rows);
      // Checked all the same: a file may have made the process say anything.
      settle(new AppError(IMPORT_FAILURES.find((key) => key === reply.error) ?? "importUnreadable"));
    });
    // Out of memory ends it without a word.
    child.once("exit", () => settle(new AppError("importTooLarge")));
    child.once("error", (cause) => settle(new AppError("importUnreadable", { cause })));
    child.send(asked, (error) => error && settle(new AppError("importUnreadable", { cause: error })));
  });
}

/** The process gets no environment of ours, may write nothing and start nothing. */
function start(): ChildProcess {
  // Asked for at run time: a bundler that sees `fork` wants to build its file.
  const { fork } = process.getBuiltinModule("node:child_process");
  return fork(workerFile("lib/files/readers/table.ts"), [], {
    env: childEnvironment(),
    execArgv: [`--max-old-space-size=${HEAP_MB}`, "--permission", "--allow-fs-read=*"],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
}

/** Names what the process loads, so that a stand-alone build carries it; never called. */
export const readerPackages = [() => import("read-excel-file/universal"), () => import("csv-parse")];
