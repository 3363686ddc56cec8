import "server-only";
import { db, type Transaction } from "@/db/client";
import { findDrawing } from "@/db/queries/drawing/drawings";
import {
  findPicture,
  listPictures as listRows,
  lockPictures,
  markFiles,
  removePictures,
  updatePictures,
} from "@/db/queries/drawing/pictures";
import { lockVolume, sumVolume } from "@/db/queries/files/files";
import { findFolder } from "@/db/queries/folders/folders";
import { drawingFolders } from "@/db/schema/drawing";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { readableFile } from "@/lib/files/download";
import { serveFile } from "@/lib/files/serve";
import { volumeMax } from "@/lib/files/volume";
import { P } from "@/lib/permissions/codes";
import type { PictureDto } from "../dto";
import type { PictureFormat } from "../limits";
import type { PicturePatch, PictureQuery } from "../schema";
import { toPicture } from "./rows";
import { sendPicture } from "./send";

/** Own pictures, the newest first; `trash`: those that were deleted. */
export async function listPictures(actor: Actor, query: PictureQuery): Promise<{ items: PictureDto[]; total: number }> {
  requirePermission(actor, P.PAINTING);
  const { page, pageSize, ...filter } = query;
  const { rows, total } = await listRows(db(), actor.id, filter, { page, pageSize });
  return { items: rows.map(toPicture), total };
}

/** Throws notFound. */
export async function readPicture(actor: Actor, id: string): Promise<PictureDto> {
  requirePermission(actor, P.PAINTING);
  return toPicture(orNotFound(await findPicture(db(), actor.id, id)));
}

/** Names a picture and moves it between folders. Throws notFound, also for a folder that is not theirs. */
export async function changePicture(actor: Actor, id: string, patch: PicturePatch): Promise<PictureDto> {
  requirePermission(actor, P.PAINTING);
  await db().transaction(async (tx) => {
    const [row] = await lockPictures(tx, actor.id, [id], false);
    if (!row) throw new AppError("notFound");
    if (patch.folderId && !(await findFolder(tx, drawingFolders, actor.id, patch.folderId)))
      throw new AppError("notFound");
    const { title, folderId } = patch;
    await updatePictures(tx, actor.id, [id], { title, folderId });
    await recordAuditEvent(tx, actor, {
      action: "drawing.change",
      target: { type: "picture", id, name: title ?? row.title },
      before: { name: row.title },
      after: patch,
    });
  });
  return readPicture(actor, id);
}

/** Puts pictures in the trash, from which they are purged after 30 days. Those that are not there are passed over. */
export async function trashPictures(actor: Actor, ids: readonly string[]): Promise<void> {
  await changeAll(actor, ids, { trash: false, action: "drawing.delete" }, async (tx, found) => {
    const deletedAt = new Date();
    await updatePictures(tx, actor.id, found.ids, { deletedAt });
    await markFiles(tx, actor.id, found.files, deletedAt);
  });
}

/** Takes pictures back from the trash. Throws notFound where none of them is there, and volumeExceeded. */
export async function restorePictures(actor: Actor, ids: readonly string[]): Promise<void> {
  const most = await volumeMax();
  await changeAll(actor, ids, { trash: true, action: "drawing.restore" }, async (tx, found) => {
    await lockVolume(tx, actor.id);
    await updatePictures(tx, actor.id, found.ids, { deletedAt: null });
    await markFiles(tx, actor.id, found.files, null);
    if ((await sumVolume(tx, actor.id)).kept > most) throw new AppError("volumeExceeded");
  });
}

/** Removes pictures in the trash for good; their bytes go with the next purge. */
export async function purgePictures(actor: Actor, ids: readonly string[]): Promise<void> {
  await changeAll(actor, ids, { trash: true, action: "drawing.purge" }, async (tx, found) => {
    await removePictures(tx, actor.id, found.ids);
    await markFiles(tx, actor.id, found.files, new Date(0));
  });
}

interface Found {
  ids: string[];
  /** Of the pictures and their thumbnails. */
  files: string[];
}

interface Change {
  trash: boolean;
  action: "drawing.delete" | "drawing.restore" | "drawing.purge";
}

async function changeAll(
  actor: Actor,
  ids: readonly string[],
  { trash, action }: Change,
  work: (tx: Transaction, found: Found) => Promise<void>,
): Promise<void> {
  requirePermission(actor, P.PAINTING);
  await db().transaction(async (tx) => {
    const rows = await lockPictures(tx, actor.id, ids, trash);
    if (rows.length === 0) throw new AppError("notFound");
    const files = rows.flatMap(({ fileId, thumbnailId }) => [fileId, thumbnailId]);
    await work(tx, { ids: rows.map(({ id }) => id), files });
    for (const { id, title } of rows)
      await recordAuditEvent(tx, actor, { action, target: { type: "picture", id, name: title } });
  });
}

/** The bytes of a picture; with a format it leaves the product, in that format. Throws notFound, pictureUnreadable. */
export async function servePicture(
  actor: Actor,
  id: string,
  format: PictureFormat | undefined,
  request: Request,
): Promise<Response> {
  requirePermission(actor, P.PAINTING);
  const row = orNotFound(await findPicture(db(), actor.id, id));
  const made = orNotFound(await findDrawing(db(), actor.id, row.drawingId));
  const { fileId, createdAt } = row;
  const picture = { ...made, fileId, createdAt, ownerId: actor.id };
  return sendPicture(actor, picture, { format, leaves: format !== undefined, request });
}

/** The small picture of the gallery. Throws notFound. */
export async function serveThumbnail(actor: Actor, id: string, request: Request): Promise<Response> {
  requirePermission(actor, P.PAINTING);
  const row = (await findPicture(db(), actor.id, id)) ?? orNotFound(await findPicture(db(), actor.id, id, true));
  const file = await readableFile(actor.id, row.thumbnailId);
  const response = await serveFile(file, request);
  // Scrolling back and forth asks once.
  response.headers.set("cache-control", "private, max-age=60");
  response.headers.set("vary", "authorization, cookie");
  return response;
}
