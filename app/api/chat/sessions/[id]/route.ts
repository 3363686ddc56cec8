import { sessionPatch } from "@/lib/features/chat/schema";
import { changeSession, deleteSession } from "@/lib/features/chat/service/sessions";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const PATCH = handler({
  any: [P.CHAT],
  params: idParam,
  body: sessionPatch,
  run: ({ actor, params, body }) => changeSession(actor, params.id, body),
});

export const DELETE = handler({
  any: [P.CHAT],
  params: idParam,
  run: ({ actor, params }) => deleteSession(actor, params.id),
});
