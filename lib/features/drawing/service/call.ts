import "server-only";
import { buffer } from "node:stream/consumers";
import { db } from "@/db/client";
import type { DrawingRow } from "@/db/queries/drawing/drawings";
import { findPicture } from "@/db/queries/drawing/pictures";
import type { Actor } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors/errors";
import { readableFile } from "@/lib/files/download";
import { pictureSize } from "@/lib/files/picture-size";
import { fileStore } from "@/lib/files/storage";
import { imageOptionsOf } from "@/lib/models/image-options";
import type { ImageRequest, PictureBytes, ResolvedModel } from "@/lib/models/types";
import { REFERENCE_SIZE_MAX, REFERENCE_TYPES } from "../limits";
import type { NewDrawing } from "../schema";

/** What is asked of a model, whoever asks. */
export type Wanted = Pick<
  DrawingRow,
  | "mode"
  | "prompt"
  | "negativePrompt"
  | "size"
  | "quality"
  | "style"
  | "count"
  | "seed"
  | "parentId"
  | "maskFileId"
  | "referenceIds"
>;

/**
 * The options of a request as its model takes them. What the model does not declare is refused, never left out in silence
 * (spec E3). Throws drawingOption, drawingNoEdit.
 */
export function checkedOptions(model: ResolvedModel, input: NewDrawing): Pick<DrawingRow, "shape" | "size"> {
  const options = imageOptionsOf(model);
  const refuse = (isRefused: boolean, option: string) => {
    if (isRefused) throw new AppError("drawingOption", { args: { model: model.name }, data: { option } });
  };
  refuse(input.count > options.countMax, "count");
  refuse(input.quality !== undefined && !options.qualities.includes(input.quality), "quality");
  refuse(input.style !== undefined && !options.styles.includes(input.style), "style");
  refuse(input.seed !== null && !options.seed, "seed");
  refuse(input.negativePrompt !== "" && !options.negativePrompt, "negativePrompt");
  refuse(input.referenceIds.length > options.referencesMax, "referenceIds");
  if (input.parentId && !options.edit) throw new AppError("drawingNoEdit", { args: { model: model.name } });
  refuse(input.maskFileId !== undefined && (!options.mask || !input.parentId), "maskFileId");
  const size = input.size && options.sizes[input.size];
  refuse(input.size !== undefined && !size, "size");
  return { shape: input.size ?? null, size: size ?? null };
}

/** The call a request makes, with the bytes of its pictures as they are now. Throws notFound, drawingReference, drawingMask. */
export async function requestOf(actor: Actor, row: Wanted): Promise<ImageRequest> {
  const references = await Promise.all(row.referenceIds.map((id) => referenceOf(actor, id)));
  const source = row.mode === "edit" ? await parentOf(actor, row.parentId) : null;
  const mask = row.maskFileId && source ? await maskOf(actor, row.maskFileId, source.bytes) : undefined;
  const sources = source ? [source, ...references] : references;
  return {
    prompt: row.prompt,
    count: row.count,
    size: row.size ?? undefined,
    quality: row.quality ?? undefined,
    style: row.style ?? undefined,
    negativePrompt: row.negativePrompt || undefined,
    seed: row.seed ?? undefined,
    ...(sources.length > 0 && { sources }),
    ...(mask && { mask }),
  };
}

async function parentOf(actor: Actor, id: string | null): Promise<PictureBytes> {
  const parent = id === null ? null : await findPicture(db(), actor.id, id);
  if (!parent) throw new AppError("notFound");
  return bytesOf(actor, parent.fileId);
}

async function bytesOf(actor: Actor, fileId: string): Promise<PictureBytes> {
  const { storageKey, type } = await readableFile(actor.id, fileId);
  return { bytes: await buffer(await (await fileStore()).read(storageKey)), mediaType: type };
}

/** Throws drawingReference where it is no picture a model takes; what is somebody else's is not there. */
export async function referenceOf(actor: Actor, fileId: string): Promise<PictureBytes> {
  const { type, size } = await readableFile(actor.id, fileId);
  if (!(REFERENCE_TYPES as readonly string[]).includes(type) || size > REFERENCE_SIZE_MAX)
    throw new AppError("drawingReference");
  return bytesOf(actor, fileId);
}

/** Throws drawingMask where it is no PNG of the picture's size. */
async function maskOf(actor: Actor, fileId: string, picture: Buffer): Promise<PictureBytes> {
  const mask = await bytesOf(actor, fileId);
  const [own, whole] = [pictureSize(mask.bytes), pictureSize(picture)];
  const fits = own && (!whole || (own.width === whole.width && own.height === whole.height));
  if (mask.mediaType !== "image/png" || !fits) throw new AppError("drawingMask");
  return mask;
}
