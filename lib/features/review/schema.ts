import { z } from "zod";
import { REVIEW_SIDES } from "@/lib/config/review-kinds";
import { revised } from "@/lib/editing/schema";
import { pageQuery } from "@/lib/endpoint/paging";
import { atLeastOne, looksAtSomething, ruleFields } from "@/lib/review/rule-schema";
import { keyword, prose } from "@/lib/text/line";

export const newReviewRule = z.strictObject(ruleFields).refine(looksAtSomething, atLeastOne);
export type NewReviewRule = z.infer<typeof newReviewRule>;

export const reviewRulePatch = z
  .strictObject({ ...ruleFields, enabled: z.boolean(), ...revised })
  .partial()
  .refine(looksAtSomething, atLeastOne);
export type ReviewRulePatch = z.infer<typeof reviewRulePatch>;

/** Words a rule is tried with before it is kept. */
export const reviewTrial = z.strictObject({
  text: prose(5000).min(1, "required"),
  keywords: ruleFields.keywords,
});

export const hitsQuery = pageQuery.extend({
  ruleId: z.uuid().optional(),
  side: z.enum(REVIEW_SIDES).optional(),
  keyword: keyword(100),
});
export type HitsQuery = z.infer<typeof hitsQuery>;
