import "server-only";
import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { fileStore } from "@/lib/files/storage";
import { abandonedFolders, temporaryFolder } from "./child";

const NAME = "file";

/** The bytes of a stored file as a private file for as long as `work` takes. */
export async function withLocalFile<T>(
  storageKey: string,
  signal: AbortSignal | undefined,
  work: (file: string) => Promise<T>,
): Promise<T> {
  const folder = temporaryFolder();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const own = await mkdtemp(path.join(folder, "f-"));
  try {
    const file = path.join(own, NAME);
    const bytes = await (await fileStore()).read(storageKey);
    await pipeline(bytes, createWriteStream(file, { flags: "wx", mode: 0o600 }), { signal });
    return await work(file);
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

/** Leftovers of killed processes. */
export async function sweepLocalFiles(before: Date): Promise<void> {
  const folder = temporaryFolder();
  for (const name of await readdir(folder).catch(() => [])) {
    const left = path.join(folder, name);
    const { mtime } = await stat(left).catch(() => ({ mtime: new Date() }));
    if (mtime < before) await rm(left, { recursive: true, force: true });
  }
  for (const left of await abandonedFolders()) await rm(left, { recursive: true, force: true }).catch(() => undefined);
}
