import { listOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { offeredDto } from "@/lib/features/knowledge-operations/recommended-dto";
import { recommendedQuery } from "@/lib/features/knowledge-operations/recommended-schema";
import { offeredQuestions } from "@/lib/features/knowledge-operations/service/recommended";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Questions the caller is offered where conversations with knowledge bases begin",
  any: [P.KB_CHAT],
  query: recommendedQuery,
  response: listOf(offeredDto),
  run: ({ actor, query }) => offeredQuestions(actor, query),
});
