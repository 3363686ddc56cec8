import { z } from "zod";
import {
  REVIEW_DESCRIPTION_MAX,
  REVIEW_KEYWORD_LENGTH,
  REVIEW_KEYWORDS_MAX,
  REVIEW_NAME_MAX,
  REVIEW_REPLY_MAX,
  REVIEW_SIDES,
} from "@/lib/config/review-kinds";
import { revised } from "@/lib/editing/schema";
import { pageQuery } from "@/lib/endpoint/paging";
import { keyword, line, prose, verbatim } from "@/lib/text/line";

/** Characters of a field of keywords: more than as many of them as there may be. */
const TYPED_MAX = 2 * REVIEW_KEYWORDS_MAX * REVIEW_KEYWORD_LENGTH;

/** One keyword a line; blank lines and repeated ones fall out (spec 5). */
export function keywordsOf(text: string): string[] {
  const words = text.split("\n").map((word) => word.trim());
  return [...new Map(words.filter((word) => word !== "").map((word) => [word.toLowerCase(), word])).values()];
}

const fields = {
  name: line(REVIEW_NAME_MAX).min(1, "required"),
  description: prose(REVIEW_DESCRIPTION_MAX),
  keywords: z
    .array(line(REVIEW_KEYWORD_LENGTH).min(1, "required"))
    .min(1, "required")
    .max(REVIEW_KEYWORDS_MAX, "tooMany"),
  presetReply: prose(REVIEW_REPLY_MAX).min(1, "required"),
  reviewsInput: z.boolean(),
  reviewsOutput: z.boolean(),
};

/** spec 5: at least one of both is on. */
const looksAtSomething = ({ reviewsInput, reviewsOutput }: { reviewsInput?: boolean; reviewsOutput?: boolean }) =>
  reviewsInput !== false || reviewsOutput !== false;
const atLeastOne = { path: ["reviewsOutput"], message: "reviewSide" };

export const newReviewRule = z.strictObject(fields).refine(looksAtSomething, atLeastOne);
export type NewReviewRule = z.infer<typeof newReviewRule>;

export const reviewRulePatch = z
  .strictObject({ ...fields, enabled: z.boolean(), ...revised })
  .partial()
  .refine(looksAtSomething, atLeastOne);
export type ReviewRulePatch = z.infer<typeof reviewRulePatch>;

/** The form: keywords as they are typed, one a line. */
export const reviewRuleForm = z
  .object({
    ...fields,
    keywords: verbatim(TYPED_MAX)
      .refine((text) => keywordsOf(text).length > 0, "required")
      .refine((text) => keywordsOf(text).length <= REVIEW_KEYWORDS_MAX, "tooMany")
      .refine((text) => keywordsOf(text).every((word) => [...word].length <= REVIEW_KEYWORD_LENGTH), "keywordTooLong"),
  })
  .refine(looksAtSomething, atLeastOne);
export type ReviewRuleForm = z.infer<typeof reviewRuleForm>;

/** Words a rule is tried with before it is kept. */
export const reviewTrial = z.strictObject({
  text: prose(5000).min(1, "required"),
  keywords: fields.keywords,
});

export const hitsQuery = pageQuery.extend({
  ruleId: z.uuid().optional(),
  side: z.enum(REVIEW_SIDES).optional(),
  keyword: keyword(100),
});
export type HitsQuery = z.infer<typeof hitsQuery>;
