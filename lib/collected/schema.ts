import { z } from "zod";
import { pageQuery } from "@/lib/endpoint/paging";
import { identifier, line, lines } from "@/lib/text/line";
import { COLLECTABLE, COLLECTION_FOLDER_NAME_MAX, NOTE_MAX, STATE_IDS_MAX } from "./limits";

const kind = z.enum(COLLECTABLE);

export const newCollected = z.strictObject({ kind, refId: z.uuid() });
export type NewCollected = z.infer<typeof newCollected>;

/** A null folder is none. */
export const collectedPatch = z
  .strictObject({ folderId: z.uuid().nullable().optional(), note: lines(NOTE_MAX).optional() })
  .refine((patch) => Object.values(patch).some((value) => value !== undefined), "nothingToChange");
export type CollectedPatch = z.infer<typeof collectedPatch>;

/** `folderId=none`: what lies in no folder. */
export const collectedQuery = z.strictObject({
  ...pageQuery.shape,
  kind: kind.optional(),
  folderId: z.union([z.uuid(), z.literal("none")]).optional(),
});
export type CollectedQuery = z.infer<typeof collectedQuery>;

/** spec 7: arrays joined by commas. */
export const collectedStateQuery = z.strictObject({
  kind,
  refIds: identifier(STATE_IDS_MAX * 40)
    .transform((text) => text.split(","))
    .pipe(z.array(z.uuid()).min(1).max(STATE_IDS_MAX)),
});
export type CollectedStateQuery = z.infer<typeof collectedStateQuery>;

export const collectionFolderInput = z.strictObject({
  name: line(COLLECTION_FOLDER_NAME_MAX).min(1, "required"),
});
