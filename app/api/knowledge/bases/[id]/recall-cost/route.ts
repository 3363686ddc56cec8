import { handler, idParam } from "@/lib/endpoint/route";
import { recallCost } from "@/lib/features/knowledge/recall-test-schema";
import { recallCosts } from "@/lib/features/knowledge/service/retrieval/recall-cost";
import { recallCostDto } from "@/lib/features/knowledge/trace-dto";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "What a question to a knowledge base costs by these settings at most",
  exempt: "a look that changes nothing",
  any: [P.KB_MANAGE],
  params: idParam,
  body: recallCost,
  response: recallCostDto,
  run: ({ actor, params, body }) => recallCosts(actor, params.id, body.settings),
});
