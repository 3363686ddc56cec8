import { z } from "zod";
import { REVIEW_SIDES } from "@/lib/config/review-kinds";

export const reviewRuleDto = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  keywords: z.array(z.string()),
  presetReply: z.string(),
  reviewsInput: z.boolean(),
  reviewsOutput: z.boolean(),
  enabled: z.boolean(),
  /** In the last 30 days. */
  hits: z.int(),
  updatedAt: z.iso.datetime(),
  revision: z.string(),
});
export type ReviewRuleDto = z.infer<typeof reviewRuleDto>;

export const reviewRulesDto = z.strictObject({ items: z.array(reviewRuleDto), limit: z.int() });
export type ReviewRulesDto = z.infer<typeof reviewRulesDto>;

export const reviewHitDto = z.strictObject({
  id: z.uuid(),
  ruleId: z.uuid().nullable(),
  ruleName: z.string(),
  keyword: z.string(),
  side: z.enum(REVIEW_SIDES),
  app: z.string(),
  user: z.strictObject({ id: z.uuid(), name: z.string(), account: z.string() }),
  department: z.string().nullable(),
  /** Called by a key of the Open API; its name, null once that is gone. */
  key: z.strictObject({ name: z.string().nullable() }).nullable(),
  /** The words may be read, by the policy of the department. */
  isReadable: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type ReviewHitDto = z.infer<typeof reviewHitDto>;

export const reviewHitPage = z.strictObject({ items: z.array(reviewHitDto), total: z.int() });

/** With the words it was found in; null where they may not be read. */
export const reviewHitDetail = reviewHitDto.extend({ content: z.string().nullable() });
export type ReviewHitDetail = z.infer<typeof reviewHitDetail>;

/** The first keyword a text has, as the rules find it. */
export const reviewTrialDto = z.strictObject({ keyword: z.string().nullable() });
