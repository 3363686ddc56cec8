import { wayPatch } from "@/lib/features/gateway/routing-schema";
import { changeWay, deleteWay } from "@/lib/features/gateway/service/channels";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const PATCH = handler({
  any: [P.GATEWAY],
  audit: "gateway.channel.change",
  params: idParam,
  body: wayPatch,
  run: ({ actor, params, body }) => changeWay(actor, params.id, body),
});

export const DELETE = handler({
  any: [P.GATEWAY],
  audit: "gateway.channel.delete",
  params: idParam,
  run: ({ actor, params }) => deleteWay(actor, params.id),
});
