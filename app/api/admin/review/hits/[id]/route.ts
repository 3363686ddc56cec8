import { handler, idParam } from "@/lib/endpoint/route";
import { reviewHitDetail } from "@/lib/features/review/dto";
import { readReviewHit } from "@/lib/features/review/service/hits";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "A hit of a review rule with its words",
  any: [P.CONFIG_TOOLS],
  params: idParam,
  response: reviewHitDetail,
  run: ({ actor, params }) => readReviewHit(actor, params.id),
});
