import "server-only";
import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { fileStore } from "@/lib/files/storage";
import { abandonedFolders, temporaryFolder } from "./child";

const NAME = "file";

/** The bytes of a stored file as a private file for as long as `work` takes. */
export function withLocalFile<T>(
  storageKey: string,
  signal: AbortSignal | undefined,
  work: (file: string) => Promise<T>,
): Promise<T> {
  return inPrivate(async (file) => {
    const bytes = await (await fileStore()).read(storageKey);
    await pipeline(bytes, createWriteStream(file, { flags: "wx", mode: 0o600 }), { signal });
    return work(file);
  });
}

/** The same of bytes in memory. */
export function withLocalBytes<T>(bytes: Uint8Array, work: (file: string) => Promise<T>): Promise<T> {
  return inPrivate(async (file) => {
    await writeFile(file, bytes, { flag: "wx", mode: 0o600 });
    return work(file);
  });
}

async function inPrivate<T>(work: (file: string) => Promise<T>): Promise<T> {
  const folder = temporaryFolder();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const own = await mkdtemp(path.join(folder, "f-"));
  try {
    return await work(path.join(own, NAME));
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
