import { z } from "zod";
import { IMAGE_QUALITIES, IMAGE_SHAPES, IMAGE_STYLES } from "@/lib/config/image-kinds";
import { modelId, shortLine } from "@/lib/conversation/schema";
import { pageQuery } from "@/lib/endpoint/paging";
import { shareDays } from "@/lib/sharing/schema";
import { line, prose } from "@/lib/text/line";
import {
  CHANGED_MAX,
  COUNT_MAX,
  FOLDER_NAME_MAX,
  NEGATIVE_MAX,
  PICTURE_FORMATS,
  PROMPT_MAX,
  REFERENCES_MAX,
  SEED_MAX,
  TITLE_MAX,
} from "./limits";

const words = (max: number) => prose(max).transform((text) => text.trim());

/** What a picture is asked for with (spec E1). Options the model does not declare are refused. */
export const newDrawing = z.strictObject({
  prompt: words(PROMPT_MAX).refine((text) => text !== "", "required"),
  negativePrompt: words(NEGATIVE_MAX).default(""),
  modelId: modelId.optional(),
  size: z.enum(IMAGE_SHAPES).optional(),
  quality: z.enum(IMAGE_QUALITIES).optional(),
  style: z.enum(IMAGE_STYLES).optional(),
  count: z.int().min(1, "range").max(COUNT_MAX, "range").default(1),
  seed: z.int().min(0, "range").max(SEED_MAX, "range").nullable().default(null),
  /** Own uploaded pictures to go by. */
  referenceIds: z
    .array(z.uuid())
    .max(REFERENCES_MAX, "tooMany")
    .refine((ids) => new Set(ids).size === ids.length, "invalid")
    .default([]),
  /** The picture to change (spec E2). */
  parentId: z.uuid().optional(),
  /** An uploaded PNG of its size, transparent where it may change. */
  maskFileId: z.uuid().optional(),
  folderId: z.uuid().nullable().default(null),
});
export type NewDrawing = z.infer<typeof newDrawing>;

/** The gallery. `folderId=none`: pictures in no folder. */
export const pictureQuery = pageQuery.extend({
  folderId: z.union([z.uuid(), z.literal("none")]).optional(),
  trash: z.stringbool().optional(),
});
export type PictureQuery = z.infer<typeof pictureQuery>;

export const picturePatch = z
  .strictObject({
    title: line(TITLE_MAX).optional(),
    /** Null: out of its folder. */
    folderId: z.uuid().nullable().optional(),
  })
  .refine((patch) => Object.keys(patch).length > 0, "nothingToChange");
export type PicturePatch = z.infer<typeof picturePatch>;

export const pictureIds = z.strictObject({ ids: z.array(z.uuid()).min(1, "required").max(CHANGED_MAX, "tooMany") });

export const contentQuery = z.object({ format: z.enum(PICTURE_FORMATS).optional() });

export const improveInput = z.strictObject({
  prompt: words(PROMPT_MAX).refine((text) => text !== "", "required"),
});

export const folderInput = z.strictObject({ name: shortLine(FOLDER_NAME_MAX, "required") });

export const newPictureShare = z.strictObject({ days: shareDays });
