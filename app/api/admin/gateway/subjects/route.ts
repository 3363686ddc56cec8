import { listOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { subjectQuery } from "@/lib/features/gateway/budget-schema";
import { subjectDto } from "@/lib/features/gateway/dto";
import { searchSubjects } from "@/lib/features/gateway/service/budgets";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Search people, departments, apps or keys for a budget",

  any: [P.GATEWAY],
  query: subjectQuery,
  response: listOf(subjectDto),
  run: ({ actor, query }) => searchSubjects(actor, query),
});
