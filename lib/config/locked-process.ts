import "server-only";
import type { ChildProcess } from "node:child_process";
import { childEnvironment } from "./child-environment";
import { workerFolders } from "./worker-file";

/**
 * Every core is somebody's: helpers of the collector cost a seventh more time in all than they save one child. Its objects
 * live for a page, so a young generation of half the usual size holds them and keeps the process smaller.
 */
const COLLECTOR = ["--single-threaded-gc", "--max-semi-space-size=8"];

interface Locks {
  heapMb: number;
  /** Folders it may read besides its own code. */
  readable?: readonly string[];
  withAddons?: boolean;
}

/** A process of its own that gets no environment of ours, reads its own code and these folders, and starts nothing. */
export function startLocked(file: string, { heapMb, readable = [], withAddons = false }: Locks): ChildProcess {
  // Asked for at run time: a bundler that sees `fork` wants to build its file.
  const { fork } = process.getBuiltinModule("node:child_process");
  return fork(file, [], {
    env: childEnvironment(),
    execArgv: [
      `--max-old-space-size=${heapMb}`,
      ...COLLECTOR,
      "--permission",
      ...[...workerFolders(), ...readable].map((name) => `--allow-fs-read=${name}`),
      ...(withAddons ? ["--allow-addons"] : []),
      "--no-warnings",
    ],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
}
