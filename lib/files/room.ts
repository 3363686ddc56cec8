import "server-only";
import { statfs } from "node:fs/promises";
import path from "node:path";
import { engine } from "@/db/client";
import { STORAGE_FULL_MS, STORAGE_ROOM } from "@/lib/config/constants";
import { env } from "@/lib/config/env";
import { AppError } from "@/lib/errors/errors";
import { invalidateStorageFull, wasStorageFull } from "@/lib/errors/storage-full";
import { log } from "@/lib/log";

/** `full`: something could not be stored. `reserve`: uploads are refused. `low`: administrators are told. */
export type StorageLevel = "ok" | "low" | "reserve" | "full";

export interface StorageState {
  level: StorageLevel;
  /** Bytes that can still be written into the data folder; null when the system does not tell. */
  free: number | null;
  /** Bytes of its disk. */
  total: number;
}

/** Looked at so often at most: every upload and every page of the console asks. */
const LOOK_MS = 2000;

interface Room {
  at: number;
  free: number | null;
  total: number;
}

// Routes and instrumentation may hold separate instances of this module (TRAPS d).
const shared = globalThis as typeof globalThis & { __room?: Room };

async function look(): Promise<Room> {
  if (shared.__room && Date.now() - shared.__room.at < LOOK_MS) return shared.__room;
  try {
    const { bavail, bsize, blocks } = await statfs(path.resolve(env().DATA_DIR));
    shared.__room = { at: Date.now(), free: bavail * bsize, total: blocks * bsize };
  } catch (err) {
    log().debug({ err }, "free space not known");
    shared.__room = { at: Date.now(), free: null, total: 0 };
  }
  return shared.__room;
}

const below = ({ free, total }: Room, { bytes, share }: { bytes: number; share: number }, more = 0) =>
  free !== null && free - more < Math.min(bytes, total * share);

/** Tests change the disk between cases. */
export function invalidateRoom(): void {
  shared.__room = undefined;
  invalidateStorageFull();
}

/** How much room there is, in the data folder and as far as refusals tell. */
export async function storageState(): Promise<StorageState> {
  const room = await look();
  const { free, total } = room;
  const isLow = below(room, STORAGE_ROOM.low);
  const wasFull = wasStorageFull(STORAGE_FULL_MS);
  // With everything in the data folder, room there ends it; how full another server is nobody tells us.
  if (wasFull && (isLow || engine() !== "pglite" || env().FILES_S3_ENDPOINT)) return { level: "full", free, total };
  if (below(room, STORAGE_ROOM.reserve)) return { level: "reserve", free, total };
  return { level: isLow ? "low" : "ok", free, total };
}

/** Before bytes are taken in that the data folder would keep. Throws storageFull. */
export async function assertRoom(bytes: number): Promise<void> {
  // In a bucket they take no room here.
  if (env().FILES_S3_ENDPOINT) return;
  await assertRoomOnDisk(bytes);
}

/** Before bytes are taken in that lie on this machine first, wherever they are kept in the end. Throws storageFull. */
export async function assertRoomOnDisk(bytes: number): Promise<void> {
  if (below(await look(), STORAGE_ROOM.reserve, bytes)) throw new AppError("storageFull");
}
