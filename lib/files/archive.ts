import "server-only";
import { type FileHandle, open } from "node:fs/promises";
import { promisify } from "node:util";
import { inflateRaw } from "node:zlib";
import { ReadFailure } from "./readers/failure";
import {
  directoryEntries,
  directoryPlace,
  HEAD_BYTES_MAX,
  packedBytes,
  TAIL_BYTES,
  unpackFailure,
  type ZipEntry,
} from "./readers/zip";

const inflate = promisify(inflateRaw);
/** Of the directory of an archive, bytes. */
const DIRECTORY_MAX = 16 * 1024 ** 2;

/** A zip archive on the disk, of which only what is asked for is in memory. */
export interface ArchiveFile {
  has(name: string): boolean;
  /** Bytes of an entry, at most `max`; null when there is none. Throws ReadFailure. */
  read(name: string, max: number): Promise<Buffer | null>;
}

/** Opens an archive for as long as `work` takes; one with more entries is refused. Throws ReadFailure. */
export async function withArchive<T>(
  path: string,
  entriesMax: number,
  work: (archive: ArchiveFile) => Promise<T>,
): Promise<T> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const entries = await readDirectory(file, size, entriesMax);
    return await work({
      has: (name) => entries.has(name),
      read: async (name, max) => {
        const entry = entries.get(name);
        return entry ? readEntry(file, size, entry, max) : null;
      },
    });
  } finally {
    await file.close();
  }
}

async function readDirectory(file: FileHandle, size: number, entriesMax: number): Promise<Map<string, ZipEntry>> {
  const tail = await bytesAt(file, Math.max(0, size - TAIL_BYTES), Math.min(size, TAIL_BYTES));
  const { count, length, offset } = directoryPlace(tail);
  if (count > entriesMax || length > DIRECTORY_MAX) throw new ReadFailure("importTooLarge");
  if (offset + length > size) throw new ReadFailure("importUnreadable");
  return directoryEntries(await bytesAt(file, offset, length), 0, count);
}

async function readEntry(file: FileHandle, size: number, entry: ZipEntry, max: number): Promise<Buffer> {
  // Deflated bytes are never much more than what they unpack to.
  if (entry.packed > max + HEAD_BYTES_MAX) throw new ReadFailure("importTooLarge");
  const length = Math.min(size - entry.offset, HEAD_BYTES_MAX + entry.packed);
  if (length <= 0) throw new ReadFailure("importUnreadable");
  const content = packedBytes(await bytesAt(file, entry.offset, length), { ...entry, offset: 0 }, max);
  if (entry.method === 0) return content;
  try {
    return await inflate(content, { maxOutputLength: max });
  } catch (error) {
    throw unpackFailure(error);
  }
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read({ buffer: Buffer.alloc(length), position, length });
  return buffer.subarray(0, bytesRead);
}
