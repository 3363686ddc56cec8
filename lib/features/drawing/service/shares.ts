import "server-only";
import { db } from "@/db/client";
import { findPicture, lockPictures } from "@/db/queries/drawing/pictures";
import {
  countPictureShares,
  findSharedPicture,
  insertPictureShare,
  listPictureShares,
  revokePictureShare,
} from "@/db/queries/drawing/shares";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { ownerMay } from "@/lib/auth/delegated";
import { isoTimes } from "@/lib/config/time";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import type { LinkDto } from "@/lib/sharing/dto";
import { SHARES_MAX, type ShareDays } from "@/lib/sharing/limits";
import { expiryOf } from "@/lib/sharing/schema";
import type { SharedPictureDto } from "../dto";
import type { PictureFormat } from "../limits";
import { sendPicture } from "./send";

/** Links of an own picture, the newest first. Throws notFound. */
export async function listShares(actor: Actor, pictureId: string): Promise<{ items: LinkDto[] }> {
  requirePermission(actor, P.PAINTING);
  orNotFound(await findPicture(db(), actor.id, pictureId));
  return { items: (await listPictureShares(db(), actor.id, pictureId)).map((row) => isoTimes(row)) };
}

/** Makes a link to an own picture. Throws notFound, pictureSharesLimit. */
export async function sharePicture(actor: Actor, pictureId: string, days: ShareDays): Promise<LinkDto> {
  requirePermission(actor, P.PAINTING);
  const expiresAt = expiryOf(days);
  return db().transaction(async (tx) => {
    const [row] = await lockPictures(tx, actor.id, [pictureId], false);
    if (!row) throw new AppError("notFound");
    if ((await countPictureShares(tx, actor.id, pictureId)) >= SHARES_MAX)
      throw new AppError("pictureSharesLimit", { args: { max: SHARES_MAX } });
    const share = await insertPictureShare(tx, { userId: actor.id, pictureId, expiresAt });
    await recordAuditEvent(tx, actor, {
      action: "drawing.share.create",
      target: { type: "picture", id: pictureId, name: row.title },
      after: { expiresAt: expiresAt?.toISOString() ?? null },
    });
    return isoTimes(share);
  });
}

/** Takes an own link back: from now on it leads nowhere. Throws notFound. */
export async function revokeShare(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.PAINTING);
  await db().transaction(async (tx) => {
    if (!(await revokePictureShare(tx, actor.id, id))) throw new AppError("notFound");
    await recordAuditEvent(tx, actor, { action: "drawing.share.revoke", target: { type: "pictureShare", id } });
  });
}

/**
 * A shared picture for any colleague who may draw. Throws notFound for what was taken back, ran out or is in the trash,
 * and while its owner may not draw themselves.
 */
export async function readShare(actor: Actor, id: string): Promise<SharedPictureDto> {
  const { title, prompt, modelName, width, height, ownerId, ownerName, drawnAt, expiresAt, createdAt } =
    await openShare(actor, id);
  return {
    ...{ title, prompt, modelName, width, height, ownerName },
    ...isoTimes({ id, drawnAt, expiresAt, createdAt }),
    isOwn: ownerId === actor.id,
  };
}

/** As `readShare`, for the screen; null where there is nothing to be seen. */
export async function sharedOrNull(actor: Actor, id: string | undefined): Promise<SharedPictureDto | null> {
  if (!id) return null;
  try {
    return await readShare(actor, id);
  } catch (error) {
    if (error instanceof AppError && error.key === "notFound") return null;
    throw error;
  }
}

/** The bytes of a shared picture, with the organisation's label where it has one (spec E6). Throws as `readShare`. */
export async function serveShare(
  actor: Actor,
  id: string,
  format: PictureFormat | undefined,
  request: Request,
): Promise<Response> {
  const share = await openShare(actor, id);
  return sendPicture(actor, { ...share, createdAt: share.drawnAt }, { format, leaves: true, request });
}

async function openShare(actor: Actor, id: string) {
  requirePermission(actor, P.PAINTING);
  const share = orNotFound(await findSharedPicture(db(), id));
  if (!(await ownerMay(share.ownerId, P.PAINTING))) throw new AppError("notFound");
  return share;
}
