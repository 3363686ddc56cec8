import { z } from "zod";

export const alikeFilesDto = z.strictObject({
  /** Most alike first. */
  items: z.array(
    z.strictObject({
      id: z.uuid(),
      name: z.string(),
      baseId: z.uuid(),
      baseName: z.string(),
      /** From 0 to 1: what both have in common of all they say. */
      likeness: z.number(),
      /** The person may put a newer version in its place. */
      mayReplace: z.boolean(),
    }),
  ),
});
export type AlikeFilesDto = z.infer<typeof alikeFilesDto>;

export const alikeTextsDto = z.strictObject({
  before: z.string(),
  after: z.string(),
  /** Only the beginning of a long text is shown. */
  isCut: z.boolean(),
});
export type AlikeTextsDto = z.infer<typeof alikeTextsDto>;
