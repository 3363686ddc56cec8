import "server-only";
import type { Readable } from "node:stream";

/** Bytes `start` to `end`, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Where the bytes of files are kept. Keys are made by `newStorageKey` and never come from a name or an address. */
export interface FileStore {
  /** Stores a whole stream, or bytes; after it resolves they survive a crash. When the source fails nothing is left. */
  put(key: string, source: Readable | Uint8Array): Promise<void>;
  /** A stream of the bytes, opened before it resolves. Throws ObjectMissing when there are none. */
  read(key: string, range?: ByteRange): Promise<Readable>;
  exists(key: string): Promise<boolean>;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
  /** Everything stored for one file, whatever its rows know of it. */
  removeAllOf(fileId: string): Promise<void>;
  /** Leftovers of uploads that began before the given time and never ended. */
  sweepTemporary(before: Date): Promise<void>;
}

/** What the keys of one file begin with. */
export function keyPrefix(fileId: string): string {
  return fileId.replaceAll("-", "");
}
