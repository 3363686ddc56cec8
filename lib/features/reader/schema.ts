import { z } from "zod";
import { SEARCH_MAX } from "./limits";

export const versionParam = z.object({ versionId: z.uuid() });
export const pieceParam = versionParam.extend({
  number: z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number),
});
/** Names are ours (`12.png`): no folder, no leading dot. */
export const imageParam = versionParam.extend({ name: z.string().regex(/^[\w-]{1,60}\.[a-z]{3,4}$/) });
export const searchQuery = z.object({ q: z.string().trim().min(1, "required").max(SEARCH_MAX, "tooLong") });
