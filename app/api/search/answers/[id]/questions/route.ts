import { handler, idParam } from "@/lib/endpoint/route";
import { questionsDto } from "@/lib/features/search/chat-dto";
import { deepQuestions } from "@/lib/features/search/service/chat/extracts";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Questions that lead deeper than an answer",
  exempt: "made once for a person's own answer",
  any: [P.SEARCH],
  params: idParam,
  response: questionsDto,
  run: ({ actor, params }) => deepQuestions(actor, params.id),
});
