import { handler, idParam } from "@/lib/endpoint/route";
import { newWay, wayOrder } from "@/lib/features/gateway/routing-schema";
import { addWay, orderWays } from "@/lib/features/gateway/service/channels";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Add a way to a model",

  any: [P.GATEWAY],
  audit: "gateway.channel.create",
  params: idParam,
  body: newWay,
  run: ({ actor, params, body }) => addWay(actor, params.id, body),
});

export const PUT = handler({
  summary: "Put a model's ways in order",

  any: [P.GATEWAY],
  audit: "gateway.channel.order",
  params: idParam,
  body: wayOrder,
  run: ({ actor, params, body }) => orderWays(actor, params.id, body),
});
