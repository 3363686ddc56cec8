import "server-only";
import { Transform, type TransformCallback } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createInflateRaw } from "node:zlib";
import { ReadFailure } from "./readers/failure";
import {
  contentStart,
  directoryEntries,
  directoryPlace,
  HEAD_BYTES,
  TAIL_BYTES,
  unpackFailure,
  type ZipEntry,
} from "./readers/zip";
import { fileStore } from "./storage";

/** Of the directory of an archive, bytes: names of ten thousand files, each as long as a name may be. */
const DIRECTORY_MAX = 64 * 1024 ** 2;

/** A zip archive in the file store, of which only what is asked for is read: an archive of gigabytes costs no copy of it. */
export interface ArchiveFile {
  has(name: string): boolean;
  /** Bytes of an entry, at most `max`; null when there is none. Throws ReadFailure. */
  read(name: string, max: number): Promise<Buffer | null>;
  /** The same piece by piece, for `take`. False when there is none. */
  stream(name: string, max: number, take: (bytes: AsyncIterable<Buffer>) => Promise<void>): Promise<boolean>;
}

/** Where an archive lies, and its bytes in all. */
export interface StoredArchive {
  storageKey: string;
  size: number;
}

/** Opens an archive for as long as `work` takes; one with more entries is refused. Throws ReadFailure. */
export async function withArchive<T>(
  archive: StoredArchive,
  entriesMax: number,
  work: (archive: ArchiveFile) => Promise<T>,
): Promise<T> {
  const entries = await readDirectory(archive, entriesMax);
  const stream: ArchiveFile["stream"] = async (name, max, take) => {
    const entry = entries.get(name);
    if (!entry) return false;
    await unpackEntry(archive, entry, { max, take });
    return true;
  };
  return work({
    has: (name) => entries.has(name),
    stream,
    read: async (name, max) => {
      let bytes: Buffer | null = null;
      await stream(name, max, async (source) => {
        bytes = await buffer(source);
      });
      return bytes;
    },
  });
}

async function readDirectory(archive: StoredArchive, entriesMax: number): Promise<Map<string, ZipEntry>> {
  const { size } = archive;
  const length = Math.min(size, TAIL_BYTES);
  const place = directoryPlace(await bytesAt(archive, size - length, length));
  if (place.count > entriesMax || place.length > DIRECTORY_MAX) throw new ReadFailure("importTooLarge");
  if (place.offset + place.length > size) throw new ReadFailure("importUnreadable");
  return directoryEntries(await bytesAt(archive, place.offset, place.length), 0, place.count);
}

interface Unpacking {
  max: number;
  take: (bytes: AsyncIterable<Buffer>) => Promise<void>;
}

async function unpackEntry(archive: StoredArchive, entry: ZipEntry, { max, take }: Unpacking): Promise<void> {
  const start = entry.offset + contentStart(await bytesAt(archive, entry.offset, HEAD_BYTES), entry);
  if (start + entry.packed > archive.size) throw new ReadFailure("importUnreadable");
  if (entry.packed === 0) return take((async function* () {})());
  const source = await (await fileStore()).read(archive.storageKey, { start, end: start + entry.packed - 1 });
  const bounded = new Bounded(max);
  const taken = (bytes: AsyncIterable<Buffer>) => take(bytes);
  try {
    if (entry.method === 0) await pipeline(source, bounded, taken);
    else await pipeline(source, createInflateRaw(), bounded, taken);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code?.startsWith("Z_") || code?.startsWith("ERR_ZLIB") ? unpackFailure(error) : error;
  }
}

/** Lets so many bytes through: what unpacks to more is refused while it is unpacked. */
class Bounded extends Transform {
  constructor(private left: number) {
    super();
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.left -= chunk.length;
    if (this.left < 0) done(new ReadFailure("importTooLarge"));
    else done(null, chunk);
  }
}

async function bytesAt({ storageKey, size }: StoredArchive, start: number, length: number): Promise<Buffer> {
  const end = Math.min(size, start + length) - 1;
  if (start < 0 || end < start) return Buffer.alloc(0);
  return buffer(await (await fileStore()).read(storageKey, { start, end }));
}
