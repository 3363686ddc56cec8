import "server-only";
import type { ChildProcess } from "node:child_process";
import { lstatSync, mkdirSync, mkdtempSync, realpathSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { startLocked } from "@/lib/config/locked-process";
import { workerFile } from "@/lib/config/worker-file";

const MAIN = "lib/parsing/worker/main.ts";
const HEAP_MB = 384;

const FOLDER = "meridian-reading-";
let folder: string | undefined;

/** Where files lie while they are read: this process's own, and the only folder of data its children may look into. */
export function temporaryFolder(): string {
  folder ??= makeFolder();
  return folder;
}

/** Temporary files are shared with everybody on the machine: whoever made a folder of that name first may read there. */
function makeFolder(): string {
  // The real path: what a child may read is compared letter by letter.
  const wanted = path.join(realpathSync(os.tmpdir()), `${FOLDER}${process.pid}`);
  try {
    mkdirSync(wanted, { mode: 0o700 });
    return wanted;
  } catch {
    const found = lstatSync(wanted);
    const isOurs = found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
    return isOurs ? wanted : mkdtempSync(`${wanted}-`);
  }
}

/** Folders of processes that were killed, ours and others'; what belongs to another user cannot be removed. */
export async function abandonedFolders(): Promise<string[]> {
  const parent = path.dirname(temporaryFolder());
  const names = await readdir(parent);
  return names
    .filter((name) => {
      const pid = Number(/^meridian-reading-(\d+)/.exec(name)?.[1]);
      return pid > 0 && name !== path.basename(temporaryFolder()) && !isAlive(pid);
    })
    .map((name) => path.join(parent, name));
}

function isAlive(pid: number): boolean {
  // The own number, but not the own folder: of a process before this one.
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** A reader: it reads its own code and the files in question. */
export function startChild(withAddons: boolean, file = workerFile(MAIN)): ChildProcess {
  return startLocked(file, { heapMb: HEAP_MB, readable: [temporaryFolder()], withAddons });
}

/** Resident memory of a process; 0 where the system does not tell. */
export async function residentBytes(pid: number | undefined): Promise<number> {
  if (!pid) return 0;
  const text = await readFile(/* turbopackIgnore: true */ `/proc/${pid}/statm`, "latin1").catch(() => "");
  return Number(text.split(" ")[1] ?? 0) * 4096;
}
