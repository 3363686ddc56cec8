import { pageOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { listUsedQuestions } from "@/lib/features/knowledge-operations/service/usage-questions";
import { usedQuestionDto } from "@/lib/features/knowledge-operations/usage-dto";
import { questionsQuery } from "@/lib/features/knowledge-operations/usage-schema";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Questions put to a knowledge base, or to all of the center, by how often",
  any: [P.KB_MANAGE, P.KB_CENTER],
  query: questionsQuery,
  response: pageOf(usedQuestionDto),
  run: ({ actor, query }) => listUsedQuestions(actor, query),
});
