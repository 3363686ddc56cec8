import { z } from "zod";
import { CHAT_INPUT_MAX } from "@/lib/config/constants";
import { HELPERS, ownRetrieval, TOP_K_MAX } from "@/lib/config/knowledge-retrieval";
import { questionText } from "@/lib/conversation/schema";

/** Words of a question and its translations. */
const QUERIES_MAX = 8;
/** Characters of words that are looked for. */
export const TRACED_MAX = 2000;

const question = questionText(CHAT_INPUT_MAX.other);
const slices = z.array(z.uuid()).max(TOP_K_MAX);

/** A question to a base by these settings; what is left out is the center's. */
export const recallLook = z.strictObject({ question, settings: ownRetrieval });
export type RecallLook = z.infer<typeof recallLook>;

export const recallCost = z.strictObject({ settings: ownRetrieval });

export const recallTrace = z.strictObject({
  question,
  settings: ownRetrieval,
  /** The slice itself, or words it should have. */
  target: z.union([z.strictObject({ sliceId: z.uuid() }), z.strictObject({ words: questionText(TRACED_MAX) })]),
  /** What models made of the question in a look by the same settings: they are not asked again. */
  seen: z
    .strictObject({
      queries: z.array(questionText(CHAT_INPUT_MAX.other)).min(1).max(QUERIES_MAX),
      filtered: slices,
      unchosen: slices,
      failed: z.array(z.enum(HELPERS)).max(HELPERS.length),
    })
    .optional(),
});
export type RecallTrace = z.infer<typeof recallTrace>;
