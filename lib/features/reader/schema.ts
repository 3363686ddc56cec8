import { z } from "zod";
import { identifier, searchWords } from "@/lib/text/line";
import { SEARCH_MAX } from "./limits";

export const versionParam = z.object({ versionId: z.uuid() });
export const pieceParam = versionParam.extend({
  number: identifier(6)
    .regex(/^\d{1,6}$/)
    .transform(Number),
});
/** Names are ours (`12.png`): no folder, no leading dot. */
export const imageParam = versionParam.extend({ name: identifier(70).regex(/^[\w-]{1,60}\.[a-z]{3,4}$/) });
export const searchQuery = z.object({ q: searchWords(SEARCH_MAX).min(1, "required") });
