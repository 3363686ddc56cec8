import { z } from "zod";
import { BASES_CHOSEN_MAX } from "@/lib/features/knowledge/limits";
import { identifier, line } from "@/lib/text/line";
import { RECOMMENDED_LENGTH, RECOMMENDED_SHOWN_MAX } from "./gap-limits";

export const newRecommended = z.strictObject({
  content: line(RECOMMENDED_LENGTH).min(1, "required"),
  /** Null: for everybody who may ask. */
  baseId: z.uuid().nullable(),
  isShown: z.boolean(),
  isSticky: z.boolean(),
});
export type NewRecommended = z.infer<typeof newRecommended>;

export const recommendedPatch = newRecommended.partial();
export type RecommendedPatch = z.infer<typeof recommendedPatch>;

/** Some of the questions in the order they are to have among themselves. */
export const recommendedOrder = z.strictObject({ ids: z.array(z.uuid()).min(1).max(500) });
export type RecommendedOrder = z.infer<typeof recommendedOrder>;

export const recommendedSettings = z.strictObject({ shown: z.int().min(0).max(RECOMMENDED_SHOWN_MAX) });
export type RecommendedSettings = z.infer<typeof recommendedSettings>;

/** Of these bases, their ids with commas between them; without any, of all the caller may ask. */
export const recommendedQuery = z.object({
  baseIds: identifier(200)
    .optional()
    .transform((text) => text?.split(",").filter(Boolean) ?? [])
    .pipe(z.array(z.uuid()).max(BASES_CHOSEN_MAX)),
});
export type RecommendedQuery = z.infer<typeof recommendedQuery>;
