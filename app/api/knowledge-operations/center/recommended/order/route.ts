import { nothing } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { recommendedOrder } from "@/lib/features/knowledge-operations/recommended-schema";
import { orderRecommended } from "@/lib/features/knowledge-operations/service/recommended";
import { P } from "@/lib/permissions/codes";

export const PUT = handler({
  summary: "Put recommended questions into an order",
  audit: "recommended.order",
  any: [P.KB_CENTER],
  body: recommendedOrder,
  response: nothing,
  run: ({ actor, body }) => orderRecommended(actor, body),
});
