import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { keyPatch } from "@/lib/features/open-api/key-schema";
import { changeKey, deleteKey } from "@/lib/features/open-api/service/keys";
import { P } from "@/lib/permissions/codes";

export const PATCH = handler({
  summary: "Change an API key, or switch it",

  any: [P.OPEN_API],
  params: idParam,
  body: keyPatch,
  audit: "open.key.change",
  response: nothing,
  run: ({ actor, params, body }) => changeKey(actor, params.id, body),
});

export const DELETE = handler({
  summary: "Delete an API key",

  any: [P.OPEN_API],
  params: idParam,
  audit: "open.key.delete",
  response: nothing,
  run: ({ actor, params }) => deleteKey(actor, params.id),
});
