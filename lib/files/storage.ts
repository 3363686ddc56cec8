import "server-only";
import { randomBytes } from "node:crypto";
import path from "node:path";
import type { Readable } from "node:stream";
import { env } from "@/lib/config/env";
import { diskStore } from "./store/disk";

/** Bytes `start` to `end`, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** The store answered, and holds nothing under the key: bytes that were lost, not a store that failed. */
export class ObjectMissing extends Error {
  override readonly name = "ObjectMissing";

  /** By name: routes and instrumentation hold a class each, and share the store that throws one of them (TRAPS d). */
  static override [Symbol.hasInstance](error: unknown): boolean {
    return error instanceof Error && error.name === "ObjectMissing";
  }

  constructor(cause: unknown) {
    super("the file store holds nothing under this key", { cause });
  }
}

/** Where the bytes of files are kept. Keys are made by `newStorageKey` and never come from a name or an address. */
export interface FileStore {
  /** Stores a whole stream; after it resolves the bytes survive a crash. When the source fails nothing is left. */
  put(key: string, source: Readable): Promise<void>;
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

const KEY = /^[0-9a-f]{64}$/;

/** A random key that begins with the file's id, so that a sweep finds what an interrupted upload left. */
export function newStorageKey(fileId: string): string {
  return keyPrefix(fileId) + randomBytes(16).toString("hex");
}

export function keyPrefix(fileId: string): string {
  return fileId.replaceAll("-", "");
}

export function isStorageKey(text: string): boolean {
  return KEY.test(text);
}

const shared = globalThis as typeof globalThis & { __fileStore?: Promise<FileStore> };

/** The store of this installation: S3 when FILES_S3_ENDPOINT and FILES_S3_BUCKET are set, the disk otherwise. */
export function fileStore(): Promise<FileStore> {
  shared.__fileStore ??= openStore();
  return shared.__fileStore;
}

/** Tests change the environment between cases. */
export function invalidateFileStore(): void {
  shared.__fileStore = undefined;
}

async function openStore(): Promise<FileStore> {
  const { DATA_DIR, FILES_S3_ENDPOINT, FILES_S3_BUCKET, FILES_S3_REGION, FILES_S3_ACCESS_KEY, FILES_S3_SECRET_KEY } =
    env();
  if (!FILES_S3_ENDPOINT && !FILES_S3_BUCKET) return diskStore(path.resolve(DATA_DIR, "files"));
  if (!FILES_S3_ENDPOINT || !FILES_S3_BUCKET) {
    throw new Error("FILES_S3_ENDPOINT and FILES_S3_BUCKET must be set together.");
  }
  // Loaded on demand: an installation on disk does not carry the client in memory.
  const { s3Store } = await import("./store/s3");
  return s3Store({
    endpoint: FILES_S3_ENDPOINT,
    bucket: FILES_S3_BUCKET,
    region: FILES_S3_REGION,
    accessKey: FILES_S3_ACCESS_KEY,
    secretKey: FILES_S3_SECRET_KEY,
  });
}
