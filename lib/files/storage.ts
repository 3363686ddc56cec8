import "server-only";
import { randomBytes } from "node:crypto";
import path from "node:path";
import { env } from "@/lib/config/env";
import { type FileStore, keyPrefix } from "./file-store";
import { diskStore } from "./store/disk";

const KEY = /^[0-9a-f]{64}$/;

/** A random key that begins with the file's id, so that a sweep finds what an interrupted upload left. */
export function newStorageKey(fileId: string): string {
  return keyPrefix(fileId) + randomBytes(16).toString("hex");
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
