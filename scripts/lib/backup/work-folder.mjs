import { chmod, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { lockHolder, takeLock } from "../socket-lock.mjs";

const PREFIX = ".backup-work-";

/**
 * A folder of this process' own in `parent`, for what is not finished. What killed processes left there is removed
 * first: a folder whose lock nobody answers.
 */
export async function makeWorkFolder(parent) {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  await sweepWorkFolders(parent);
  const folder = await mkdtemp(path.join(parent, PREFIX));
  await chmod(folder, 0o700);
  const lock = await takeLock(folder);
  return {
    folder,
    async remove() {
      await lock.release();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function sweepWorkFolders(parent) {
  for (const name of await readdir(parent).catch(() => [])) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = path.join(parent, name);
    if ((await lockHolder(folder).catch(() => 0)) === null) await rm(folder, { recursive: true, force: true });
  }
}
