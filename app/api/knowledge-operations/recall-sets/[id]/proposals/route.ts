import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { recallProposals } from "@/lib/features/knowledge-operations/recall-schema";
import { beginProposals, cancelProposals } from "@/lib/features/knowledge-operations/service/recall-generate";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Have a model propose questions for a test set",
  audit: "knowledge.recall.generate",
  any: [P.KB_MANAGE],
  params: idParam,
  body: recallProposals,
  response: nothing,
  run: ({ actor, params, body }) => beginProposals(actor, params.id, body.count),
});

export const DELETE = handler({
  summary: "Stop a model that proposes questions",
  exempt: "progress is exempt",
  any: [P.KB_MANAGE],
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => cancelProposals(actor, params.id),
});
