import { handler } from "@/lib/endpoint/route";
import { reviewHitPage } from "@/lib/features/review/dto";
import { hitsQuery } from "@/lib/features/review/schema";
import { listReviewHits } from "@/lib/features/review/service/hits";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Hits of review rules",
  any: [P.CONFIG_TOOLS],
  query: hitsQuery,
  response: reviewHitPage,
  run: ({ actor, query }) => listReviewHits(actor, query),
});
