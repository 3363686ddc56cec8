import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { routingPatch } from "@/lib/features/gateway/routing-schema";
import { changeRouting } from "@/lib/features/gateway/service/channels";
import { P } from "@/lib/permissions/codes";

export const PATCH = handler({
  summary: "Choose how a model's ways are ordered",

  any: [P.GATEWAY],
  audit: "gateway.routing.change",
  params: idParam,
  body: routingPatch,
  response: nothing,
  run: ({ actor, params, body }) => changeRouting(actor, params.id, body),
});
