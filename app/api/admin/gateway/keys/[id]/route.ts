import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { keyPatch } from "@/lib/features/gateway/schema";
import { changeKey, deleteKey } from "@/lib/features/gateway/service/keys";
import { P } from "@/lib/permissions/codes";

export const PATCH = handler({
  summary: "Change a supplier's key, or switch it",

  any: [P.GATEWAY],
  audit: "gateway.key.change",
  params: idParam,
  body: keyPatch,
  response: nothing,
  run: ({ actor, params, body }) => changeKey(actor, params.id, body),
});

export const DELETE = handler({
  summary: "Delete a supplier's key",

  any: [P.GATEWAY],
  audit: "gateway.key.delete",
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => deleteKey(actor, params.id),
});
