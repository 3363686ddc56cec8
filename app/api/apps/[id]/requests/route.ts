import { listOf, nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { requestDto } from "@/lib/features/apps/dto";
import { appRequest } from "@/lib/features/apps/schema";
import { listRequests, requestApp } from "@/lib/features/apps/service/requests";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Wishes to use an app",
  any: [P.APPS_WORKBENCH],
  params: idParam,
  response: listOf(requestDto),
  run: ({ actor, params }) => listRequests(actor, params.id),
});

export const POST = handler({
  summary: "Ask to use an app",
  exempt: "a wish; what becomes of it is logged",
  any: [P.APPS],
  params: idParam,
  body: appRequest,
  response: nothing,
  run: ({ actor, params, body }) => requestApp(actor, params.id, body.note),
});
