import "server-only";
import { db } from "@/db/client";
import { sumVolume } from "@/db/queries/files/files";
import type { Actor } from "@/lib/auth/actor";
import { FILE_SIZE_MAX, PASSING_PURPOSES, PURPOSE_SIZE_MAX } from "@/lib/config/constants";
import { loadConfig } from "@/lib/config/system-config";
import { AppError } from "@/lib/errors/errors";
import { assertRoom } from "./room";

const MB = 1024 ** 2;

/** Bytes of the largest file of a purpose: what the specification allows, or less where an administrator said so. */
export async function sizeLimit(purpose: string): Promise<number> {
  const { chatFileMb, fileMb } = await loadConfig("uploadConfig");
  const allowed = PURPOSE_SIZE_MAX[purpose] ?? FILE_SIZE_MAX;
  if (isPassing(purpose)) return allowed;
  return Math.min(allowed, fileMb * MB, purpose === "chat" ? chatFileMb * MB : allowed);
}

/** Bytes a person may keep. */
export async function volumeMax(): Promise<number> {
  return (await loadConfig("uploadConfig")).volumeGb * 1024 * MB;
}

/** Whether files of a purpose are only on their way in or out. */
export const isPassing = (purpose: string | undefined) => PASSING_PURPOSES.some((one) => one === purpose);

/** Early refusal of an upload that cannot fit, on the disk or among the person's files; the transaction at the end decides. */
export async function refuseFullVolume(actor: Actor, bytes: number, purpose?: string): Promise<void> {
  await assertRoom(bytes);
  await assertVolume(actor, bytes, purpose);
}

/** Whether so many bytes fit among a person's files as they are now. Throws volumeExceeded. */
export async function assertVolume(actor: Actor, bytes: number, purpose?: string): Promise<void> {
  assertFits(await sumVolume(db(), actor.id, isPassing(purpose)), bytes, await volumeMax());
}

/** The trash does not count, or deleting would not help; it is bounded all the same. */
export function assertFits({ kept, trash }: { kept: number; trash: number }, bytes: number, most: number): void {
  if (kept + bytes > most || kept + trash + bytes > 2 * most) {
    throw new AppError("volumeExceeded");
  }
}
