import { handler, idParam } from "@/lib/endpoint/route";
import { retrievalDto } from "@/lib/features/knowledge/retrieval-dto";
import { retrievalChange } from "@/lib/features/knowledge/schema";
import { changeRetrieval, readRetrieval } from "@/lib/features/knowledge/service/retrieval/change";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "How a knowledge base is searched, and what of it is the center's",
  any: [P.KB_MANAGE],
  params: idParam,
  response: retrievalDto,
  run: ({ actor, params }) => readRetrieval(actor, params.id),
});

export const PUT = handler({
  summary: "Change how a knowledge base is searched",
  audit: "knowledge.base.retrieval",
  any: [P.KB_MANAGE],
  params: idParam,
  body: retrievalChange,
  response: retrievalDto,
  run: ({ actor, params, body }) => changeRetrieval(actor, params.id, body),
});
