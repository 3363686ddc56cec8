import "server-only";
import { db } from "@/db/client";
import { replaceAvatar } from "@/db/queries/personal/profile";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { invalidateSessions } from "@/lib/auth/session";
import { PURPOSE_SIZE_MAX } from "@/lib/config/constants";
import { AppError } from "@/lib/errors/errors";
import { mediaType } from "@/lib/files/media-type";
import { pictureSize } from "@/lib/files/picture-size";
import { fileTooLarge, receiveUpload } from "@/lib/files/receive";
import { keepFile } from "@/lib/files/upload";
import { P } from "@/lib/permissions/codes";
import { AVATAR_EDGE, AVATAR_EDGE_MAX, AVATAR_EDGE_MIN, AVATAR_TYPES } from "../limits";

const MAX = PURPOSE_SIZE_MAX.avatar ?? 0;

/**
 * Takes in a picture of the person: its middle square, drawn anew in one small size, so that nothing of the upload
 * (place, camera, whatever else is in the file) is kept. Throws what `receiveUpload` throws, pictureType and pictureEdge.
 */
export async function changeAvatar(actor: Actor, request: Request): Promise<{ avatar: string }> {
  requirePermission(actor, P.USER);
  const { stored: bytes } = await receiveUpload(request, MAX, async (source) => {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of source) {
      size += (chunk as Buffer).length;
      if (size > MAX) throw fileTooLarge(MAX);
      chunks.push(chunk as Buffer);
    }
    return Buffer.concat(chunks);
  });
  const file = await keepFile(actor, await squared(bytes), "avatar.webp", { purpose: "avatar" });
  await setAvatar(actor, file.id);
  return { avatar: `/api/files/${file.id}` };
}

/** Goes back to the first letter of the name. */
export async function removeAvatar(actor: Actor): Promise<void> {
  requirePermission(actor, P.USER);
  await setAvatar(actor, null);
}

async function setAvatar(actor: Actor, fileId: string | null): Promise<void> {
  await db().transaction(async (tx) => {
    if (!(await replaceAvatar(tx, actor.id, fileId))) throw new AppError("notFound");
    await recordAuditEvent(tx, actor, {
      action: "personal.avatar.change",
      target: { type: "user", id: actor.id, name: actor.name },
      after: { picture: fileId !== null },
    });
  });
  invalidateSessions();
}

async function squared(bytes: Buffer): Promise<Buffer> {
  const type = await mediaType(bytes);
  const size = pictureSize(bytes);
  if (!(AVATAR_TYPES as readonly string[]).includes(type) || !size) throw new AppError("pictureType");
  const [least, most] = [Math.min(size.width, size.height), Math.max(size.width, size.height)];
  if (least < AVATAR_EDGE_MIN || most > AVATAR_EDGE_MAX) {
    throw new AppError("pictureEdge", { args: { min: AVATAR_EDGE_MIN, max: AVATAR_EDGE_MAX } });
  }
  const { createCanvas, loadImage } = await import("@napi-rs/canvas");
  const image = await loadImage(bytes).catch(() => null);
  if (!image) throw new AppError("pictureType");
  const edge = Math.min(image.width, image.height);
  const canvas = createCanvas(AVATAR_EDGE, AVATAR_EDGE);
  const [left, top] = [(image.width - edge) / 2, (image.height - edge) / 2];
  canvas.getContext("2d").drawImage(image, left, top, edge, edge, 0, 0, AVATAR_EDGE, AVATAR_EDGE);
  return canvas.encode("webp", 90);
}
