import "server-only";
import { access, type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ObjectMissing } from "@/lib/errors/object-missing";
import { type FileStore, keyPrefix } from "../file-store";

const PREFIX_LENGTH = 32;

/** Files below one folder, spread over 256 sub-folders by the random end of the file's id. */
export function diskStore(folder: string): FileStore {
  const temporary = path.join(folder, ".incoming");
  const shard = (key: string) => path.join(folder, key.slice(PREFIX_LENGTH - 2, PREFIX_LENGTH));
  const place = (key: string) => path.join(shard(key), key);
  return {
    async put(key, source) {
      const part = path.join(temporary, key);
      try {
        const file = await inFolder(temporary, () => open(part, "wx", 0o600));
        await write(file, source);
        await inFolder(shard(key), () => rename(part, place(key)));
        await syncFolder(shard(key));
      } catch (error) {
        if (source instanceof Readable) source.destroy();
        await rm(part, { force: true });
        throw error;
      }
    },
    async read(key, range) {
      const file = await open(place(key), "r").catch((error: NodeJS.ErrnoException) => {
        throw error.code === "ENOENT" ? new ObjectMissing(error) : error;
      });
      return file.createReadStream(range);
    },
    exists: (key) =>
      access(place(key)).then(
        () => true,
        () => false,
      ),
    remove: (key) => rm(place(key), { force: true }),
    async removeAllOf(fileId) {
      const prefix = keyPrefix(fileId);
      for (const parent of [shard(prefix), temporary]) {
        for (const name of await namesIn(parent)) {
          if (name.startsWith(prefix)) await rm(path.join(parent, name), { force: true });
        }
      }
    },
    async sweepTemporary(before) {
      for (const name of await namesIn(temporary)) {
        const part = path.join(temporary, name);
        const { mtime } = await stat(part).catch(() => ({ mtime: before }));
        if (mtime < before) await rm(part, { force: true });
      }
    },
  };
}

/** Does something in a folder, which is made where that is missing: as a rule it is there. */
async function inFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return work();
  }
}

/** Writes and closes a file; its bytes are on disk then. */
async function write(file: FileHandle, source: Readable | Uint8Array): Promise<void> {
  if (source instanceof Readable) return pipeline(source, file.createWriteStream({ flush: true }));
  try {
    await file.writeFile(source);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** A renamed file survives a crash only when its folder is on disk too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
