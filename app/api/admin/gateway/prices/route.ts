import { handler } from "@/lib/endpoint/route";
import { priceQuery } from "@/lib/features/gateway/price-schema";
import { listPrices } from "@/lib/features/gateway/service/prices";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "List ways with what they cost today",

  any: [P.GATEWAY],
  query: priceQuery,
  run: ({ actor, query }) => listPrices(actor, query),
});
