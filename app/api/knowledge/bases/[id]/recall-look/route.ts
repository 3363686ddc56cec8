import { handler, idParam } from "@/lib/endpoint/route";
import { recallLook } from "@/lib/features/knowledge/recall-test-schema";
import { lookAtStages } from "@/lib/features/knowledge/service/retrieval/look";
import { recallLookDto } from "@/lib/features/knowledge/trace-dto";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "What a knowledge base finds for a question by these settings, stage by stage",
  exempt: "a look that changes nothing",
  any: [P.KB_MANAGE],
  params: idParam,
  body: recallLook,
  response: recallLookDto,
  run: ({ actor, params, body }) => lookAtStages(actor, params.id, body),
});
