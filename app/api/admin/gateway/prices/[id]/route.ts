import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { pricePatch } from "@/lib/features/gateway/price-schema";
import { deletePrice, endPrice } from "@/lib/features/gateway/service/prices";
import { P } from "@/lib/permissions/codes";

export const PATCH = handler({
  summary: "Set the last day of a price",

  any: [P.GATEWAY],
  audit: "gateway.price.end",
  params: idParam,
  body: pricePatch,
  response: nothing,
  run: ({ actor, params, body }) => endPrice(actor, params.id, body),
});

export const DELETE = handler({
  summary: "Delete a price that begins today or later",

  any: [P.GATEWAY],
  audit: "gateway.price.delete",
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => deletePrice(actor, params.id),
});
