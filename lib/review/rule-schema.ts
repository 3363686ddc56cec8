import { z } from "zod";
import {
  REVIEW_DESCRIPTION_MAX,
  REVIEW_KEYWORD_LENGTH,
  REVIEW_KEYWORDS_MAX,
  REVIEW_NAME_MAX,
  REVIEW_OWN_RULES_MAX,
  REVIEW_REPLY_MAX,
} from "@/lib/config/review-kinds";
import { line, prose, verbatim } from "@/lib/text/line";

/** Characters of a field of keywords: more than as many of them as there may be. */
const TYPED_MAX = 2 * REVIEW_KEYWORDS_MAX * REVIEW_KEYWORD_LENGTH;

/** One keyword a line; blank lines and repeated ones fall out (spec 5). */
export function keywordsOf(text: string): string[] {
  const words = text.split("\n").map((word) => word.trim());
  return [...new Map(words.filter((word) => word !== "").map((word) => [word.toLowerCase(), word])).values()];
}

/** What a rule says, whoever it belongs to. */
export const ruleFields = {
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
export const looksAtSomething = ({
  reviewsInput,
  reviewsOutput,
}: {
  reviewsInput?: boolean;
  reviewsOutput?: boolean;
}) => reviewsInput !== false || reviewsOutput !== false;
export const atLeastOne = { path: ["reviewsOutput"], message: "reviewSide" };

/** The form: keywords as they are typed, one a line. */
export const reviewRuleForm = z
  .object({
    ...ruleFields,
    keywords: verbatim(TYPED_MAX)
      .refine((text) => keywordsOf(text).length > 0, "required")
      .refine((text) => keywordsOf(text).length <= REVIEW_KEYWORDS_MAX, "tooMany")
      .refine((text) => keywordsOf(text).every((word) => [...word].length <= REVIEW_KEYWORD_LENGTH), "keywordTooLong"),
  })
  .refine(looksAtSomething, atLeastOne);
export type ReviewRuleForm = z.infer<typeof reviewRuleForm>;

/** A rule of one app (spec K7): it is kept with the app's settings and holds besides those of the organisation. */
export const ownReviewRule = z
  .strictObject({
    ...ruleFields,
    description: ruleFields.description.default(""),
    reviewsInput: z.boolean().default(true),
    reviewsOutput: z.boolean().default(true),
    enabled: z.boolean().default(true),
  })
  .refine(looksAtSomething, atLeastOne);
export type OwnReviewRule = z.infer<typeof ownReviewRule>;

export const ownReviewRules = z
  .array(ownReviewRule)
  .max(REVIEW_OWN_RULES_MAX, "tooMany")
  .refine((rules) => new Set(rules.map(({ name }) => name.toLowerCase())).size === rules.length, "duplicate");
