import { madeId } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { reviewRulesDto } from "@/lib/features/review/dto";
import { newReviewRule } from "@/lib/features/review/schema";
import { createReviewRule, listReviewRules } from "@/lib/features/review/service/rules";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Review rules of the organisation",
  any: [P.CONFIG_TOOLS],
  response: reviewRulesDto,
  run: ({ actor }) => listReviewRules(actor),
});

export const POST = handler({
  summary: "Make a review rule",
  audit: "review.create",
  any: [P.CONFIG_TOOLS],
  body: newReviewRule,
  response: madeId,
  run: ({ actor, body }) => createReviewRule(actor, body),
});
