import { z } from "zod";
import { messagePartDto } from "@/lib/stream/part-dto";
import { COLLECTABLE } from "./limits";

export const collectedDto = z.strictObject({
  id: z.uuid(),
  kind: z.enum(COLLECTABLE),
  refId: z.uuid(),
  folderId: z.uuid().nullable(),
  title: z.string(),
  excerpt: z.string(),
  note: z.string(),
  /** Where it came from, while that is there. */
  href: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type CollectedDto = z.infer<typeof collectedDto>;

/** With the copy that was kept. */
export const collectedDetailDto = collectedDto.extend({ text: z.string(), parts: z.array(messagePartDto) });
export type CollectedDetailDto = z.infer<typeof collectedDetailDto>;

export const collectionFolderDto = z.strictObject({ id: z.uuid(), name: z.string(), items: z.int() });
export type CollectionFolderDto = z.infer<typeof collectionFolderDto>;

export const collectionFolderListDto = z.strictObject({ items: z.array(collectionFolderDto), all: z.int() });
export type CollectionFolderListDto = z.infer<typeof collectionFolderListDto>;

export const collectedStateDto = z.strictObject({
  items: z.array(z.strictObject({ id: z.uuid(), refId: z.uuid(), hasNote: z.boolean() })),
});
export type CollectedStateDto = z.infer<typeof collectedStateDto>;
