import { madeId, nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { priceCalls, stopPricing } from "@/lib/features/gateway/service/prices";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Price the calls of a channel that have no price, by the prices of their days",

  any: [P.GATEWAY],
  audit: "gateway.price.calls",
  params: idParam,
  response: madeId,
  run: ({ actor, params }) => priceCalls(actor, params.id),
});

export const DELETE = handler({
  summary: "End the pricing of a channel's calls",

  any: [P.GATEWAY],
  audit: "gateway.price.calls",
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => stopPricing(actor, params.id),
});
