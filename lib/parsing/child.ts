import "server-only";
import type { ChildProcess } from "node:child_process";
import { realpathSync } from "node:fs";
import { readFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { childEnvironment } from "@/lib/config/child-environment";

const MAIN = "lib/parsing/worker/main.mjs";
const HEAP_MB = 384;

/** Where files lie while they are read; the only folder of data a child may look into. */
export function temporaryFolder(): string {
  // The real path: what a child may read is compared letter by letter.
  return path.join(realpathSync(os.tmpdir()), "meridian-reading");
}

/** The process gets no environment of ours, reads its own code and the files in question, and starts nothing. */
export function startChild(withAddons: boolean, file = MAIN): ChildProcess {
  const readable = ["node_modules", "lib", "package.json"].map((name) =>
    path.resolve(/* turbopackIgnore: true */ name),
  );
  // Asked for at run time: a bundler that sees `fork` wants to build its file.
  const { fork } = process.getBuiltinModule("node:child_process");
  return fork(path.resolve(/* turbopackIgnore: true */ file), [], {
    env: childEnvironment(),
    execArgv: [
      `--max-old-space-size=${HEAP_MB}`,
      "--permission",
      ...[...readable, temporaryFolder()].map((name) => `--allow-fs-read=${name}`),
      ...(withAddons ? ["--allow-addons"] : []),
      "--no-warnings",
    ],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
}

/** Resident memory of a process; 0 where the system does not tell. */
export async function residentBytes(pid: number | undefined): Promise<number> {
  if (!pid) return 0;
  const text = await readFile(/* turbopackIgnore: true */ `/proc/${pid}/statm`, "latin1").catch(() => "");
  return Number(text.split(" ")[1] ?? 0) * 4096;
}
