import { handler, idParam } from "@/lib/endpoint/route";
import { reachChangeDto, reachDto } from "@/lib/features/knowledge/dto";
import { reachChange, reachQuery } from "@/lib/features/knowledge/schema";
import { listBaseReach, previewReach } from "@/lib/features/knowledge/service/reach";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "People a knowledge base reaches, and why",
  any: [P.KB_MANAGE],
  params: idParam,
  query: reachQuery,
  response: reachDto,
  run: ({ actor, params, query }) => listBaseReach(actor, params.id, query),
});

export const POST = handler({
  summary: "Who would gain and lose a knowledge base",
  exempt: "changes nothing: it counts what a change would do",
  any: [P.KB_MANAGE],
  params: idParam,
  body: reachChange,
  response: reachChangeDto,
  run: ({ actor, params, body }) => previewReach(actor, params.id, body),
});
