import { handler, idParam } from "@/lib/endpoint/route";
import { wayPatch } from "@/lib/features/gateway/routing-schema";
import { changeWay, deleteWay } from "@/lib/features/gateway/service/channels";
import { P } from "@/lib/permissions/codes";

export const PATCH = handler({
  summary: "Change the share of a way to a model, or switch it",

  any: [P.GATEWAY],
  audit: "gateway.channel.change",
  params: idParam,
  body: wayPatch,
  run: ({ actor, params, body }) => changeWay(actor, params.id, body),
});

export const DELETE = handler({
  summary: "Take a way to a model away; never the last",

  any: [P.GATEWAY],
  audit: "gateway.channel.delete",
  params: idParam,
  run: ({ actor, params }) => deleteWay(actor, params.id),
});
