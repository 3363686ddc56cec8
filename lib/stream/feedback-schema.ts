import { z } from "zod";
import { DISLIKE_REASONS, FEEDBACK_TEXT_MAX } from "@/lib/config/feedback";
import { lines } from "@/lib/text/line";

const text = lines(2 * FEEDBACK_TEXT_MAX)
  .refine((value) => [...value].length <= FEEDBACK_TEXT_MAX, "tooLong")
  .default("");

/** Null takes back what was said before. */
export const answerFeedback = z.discriminatedUnion("value", [
  z.strictObject({ value: z.literal("like") }),
  z
    .strictObject({ value: z.literal("dislike"), reason: z.enum(DISLIKE_REASONS, "required"), text })
    .refine(({ reason, text }) => reason !== "other" || text !== "", { path: ["text"], message: "required" }),
  z.strictObject({ value: z.null() }),
]);
export type AnswerFeedback = z.infer<typeof answerFeedback>;
