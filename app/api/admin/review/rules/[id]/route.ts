import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { reviewRulePatch } from "@/lib/features/review/schema";
import { changeReviewRule, deleteReviewRule } from "@/lib/features/review/service/rules";
import { P } from "@/lib/permissions/codes";

export const PATCH = handler({
  summary: "Change a review rule",
  audit: "review.change",
  any: [P.CONFIG_TOOLS],
  params: idParam,
  body: reviewRulePatch,
  response: nothing,
  run: ({ actor, params, body }) => changeReviewRule(actor, params.id, body),
});

export const DELETE = handler({
  summary: "Delete a review rule",
  audit: "review.delete",
  any: [P.CONFIG_TOOLS],
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => deleteReviewRule(actor, params.id),
});
