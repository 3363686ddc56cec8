import { priceCalls, stopPricing } from "@/lib/features/gateway/service/prices";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  any: [P.GATEWAY],
  audit: "gateway.price.calls",
  params: idParam,
  run: ({ actor, params }) => priceCalls(actor, params.id),
});

export const DELETE = handler({
  any: [P.GATEWAY],
  audit: "gateway.price.calls",
  params: idParam,
  run: ({ actor, params }) => stopPricing(actor, params.id),
});
