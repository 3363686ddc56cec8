import { handler, idParam } from "@/lib/endpoint/route";
import { tryNode } from "@/lib/features/search/service/chat/trial";
import { nodeResultDto, nodeTrial } from "@/lib/features/search/trial-schema";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Run a node of the search on an answer, with other words or another model",
  exempt: "nothing is kept of it but what it used",
  any: [P.SEARCH],
  params: idParam,
  body: nodeTrial,
  response: nodeResultDto,
  run: ({ actor, params, body, request }) => tryNode(actor, params.id, body, request.signal),
});
