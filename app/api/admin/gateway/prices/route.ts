import { handler } from "@/lib/endpoint/route";
import { pricesDto } from "@/lib/features/gateway/dto";
import { priceQuery } from "@/lib/features/gateway/price-schema";
import { listPrices } from "@/lib/features/gateway/service/prices";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "List ways with what they cost today",

  any: [P.GATEWAY],
  query: priceQuery,
  response: pricesDto,
  run: ({ actor, query }) => listPrices(actor, query),
});
