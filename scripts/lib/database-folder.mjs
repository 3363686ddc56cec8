import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { lockHolder } from "./socket-lock.mjs";

const PREFIX = "meridian-db-";

/** The name Postgres clients expect in a socket folder. */
export const SOCKET_NAME = ".s.PGSQL.5432";

/**
 * A new folder for the database's socket that only this user can enter, under the temporary folder because a socket's
 * path must be short. It carries this process's id, so that folders of processes killed hard can be told and removed.
 */
export async function makeSocketFolder() {
  await sweepSocketFolders();
  return mkdtemp(path.join(os.tmpdir(), `${PREFIX}${process.pid}-`)); // mkdtemp makes it 0700
}

async function sweepSocketFolders() {
  for (const name of await readdir(os.tmpdir())) {
    const pid = Number(/^meridian-db-(\d+)-/.exec(name)?.[1]);
    if (!pid || isAlive(pid)) continue;
    const folder = path.join(os.tmpdir(), name);
    const found = await stat(folder).catch(() => null);
    if (!found?.isDirectory() || found.uid !== process.getuid?.()) continue;
    // A database whose start script was killed goes on until its clients have left.
    if ((await lockHolder(folder, SOCKET_NAME).catch(() => 0)) === null)
      await rm(folder, { recursive: true, force: true });
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
