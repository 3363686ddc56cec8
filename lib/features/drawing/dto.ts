import { z } from "zod";
import { DRAWING_MODES } from "@/db/schema/drawing";
import { TASK_STATUS } from "@/db/schema/tasks";
import { IMAGE_QUALITIES, IMAGE_SHAPES, IMAGE_STYLES } from "@/lib/config/image-kinds";
import { errorKey } from "@/lib/errors/key";
import { imageOptionsDto } from "@/lib/models/image-dto";

const cost = z.strictObject({ micros: z.int(), currency: z.string() });

export const pictureDto = z.strictObject({
  id: z.uuid(),
  drawingId: z.uuid(),
  /** Its version tree. */
  rootId: z.uuid(),
  position: z.int(),
  /** Given by its owner; else the prompt names it. */
  title: z.string(),
  prompt: z.string(),
  fileId: z.uuid(),
  width: z.int(),
  height: z.int(),
  folderId: z.uuid().nullable(),
  createdAt: z.iso.datetime(),
  /** Set in the trash; purged 30 days later. */
  deletedAt: z.iso.datetime().nullable(),
});
export type PictureDto = z.infer<typeof pictureDto>;

/** A request with all its settings (spec E1) and what came of it. */
export const drawingDto = z.strictObject({
  id: z.uuid(),
  rootId: z.uuid(),
  mode: z.enum(DRAWING_MODES),
  prompt: z.string(),
  negativePrompt: z.string(),
  modelId: z.uuid(),
  modelName: z.string(),
  shape: z.enum(IMAGE_SHAPES).nullable(),
  size: z.string().nullable(),
  quality: z.enum(IMAGE_QUALITIES).nullable(),
  style: z.enum(IMAGE_STYLES).nullable(),
  count: z.int(),
  seed: z.int().nullable(),
  parentId: z.uuid().nullable(),
  maskFileId: z.uuid().nullable(),
  referenceIds: z.array(z.uuid()),
  status: z.enum(TASK_STATUS),
  failure: errorKey.nullable(),
  revisedPrompt: z.string().nullable(),
  heldBack: z.int(),
  review: z.enum(["none", "passed"]),
  cost: cost.nullable(),
  durationMs: z.int().nullable(),
  createdAt: z.iso.datetime(),
  /** Those in the trash say so. */
  pictures: z.array(pictureDto),
});
export type DrawingDto = z.infer<typeof drawingDto>;

export const treeDto = z.strictObject({ rootId: z.uuid(), drawings: z.array(drawingDto) });
export type TreeDto = z.infer<typeof treeDto>;

export const begunDto = z.strictObject({ id: z.uuid(), rootId: z.uuid(), taskId: z.uuid().nullable() });
export type BegunDto = z.infer<typeof begunDto>;

export const openDrawingsDto = z.strictObject({
  items: z.array(
    z.strictObject({
      id: z.uuid(),
      rootId: z.uuid(),
      prompt: z.string(),
      status: z.enum(TASK_STATUS),
      failure: errorKey.nullable(),
      createdAt: z.iso.datetime(),
    }),
  ),
});

export const drawingModelDto = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  options: imageOptionsDto,
  /** Of one picture; null where nobody knows. */
  price: cost.nullable(),
});
export type DrawingModelDto = z.infer<typeof drawingModelDto>;

export const drawingOptionsDto = z.strictObject({
  /** The default first. */
  models: z.array(drawingModelDto),
  /** Pictures of this day; `most` is null where there is no limit (spec E4). */
  limit: z.strictObject({ used: z.int(), most: z.int().nullable() }),
  canImprove: z.boolean(),
});
export type DrawingOptionsDto = z.infer<typeof drawingOptionsDto>;

export const improvedDto = z.strictObject({ prompt: z.string() });

export const drawingFolderDto = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  pictures: z.int(),
  createdAt: z.iso.datetime(),
});
export type DrawingFolderDto = z.infer<typeof drawingFolderDto>;

export const drawingFoldersDto = z.strictObject({
  items: z.array(drawingFolderDto),
  all: z.int(),
  trash: z.int(),
});
export type DrawingFoldersDto = z.infer<typeof drawingFoldersDto>;

/** A picture a colleague shared. */
export const sharedPictureDto = z.strictObject({
  id: z.uuid(),
  title: z.string(),
  prompt: z.string(),
  modelName: z.string(),
  width: z.int(),
  height: z.int(),
  ownerName: z.string(),
  isOwn: z.boolean(),
  drawnAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
  /** Null: until it is taken back. */
  expiresAt: z.iso.datetime().nullable(),
});
export type SharedPictureDto = z.infer<typeof sharedPictureDto>;
