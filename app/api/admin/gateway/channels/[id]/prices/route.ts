import { madeId } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { channelPricesDto } from "@/lib/features/gateway/dto";
import { newPrice } from "@/lib/features/gateway/price-schema";
import { addPrice, readPrices } from "@/lib/features/gateway/service/prices";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Every price of a way",

  any: [P.GATEWAY],
  params: idParam,
  response: channelPricesDto,
  run: ({ actor, params }) => readPrices(actor, params.id),
});

export const POST = handler({
  summary: "Add a price; an open one ends the day before",

  any: [P.GATEWAY],
  audit: "gateway.price.create",
  params: idParam,
  body: newPrice,
  response: madeId,
  run: ({ actor, params, body }) => addPrice(actor, params.id, body),
});
