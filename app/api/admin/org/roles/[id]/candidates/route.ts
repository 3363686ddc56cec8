import { listOf } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { memberDto } from "@/lib/features/roles/dto";
import { candidateQuery } from "@/lib/features/roles/schema";
import { listCandidates } from "@/lib/features/roles/service/members";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "People who do not hold a role yet",

  any: [P.ORG_USER],
  params: idParam,
  query: candidateQuery,
  response: listOf(memberDto),
  run: ({ actor, params, query }) => listCandidates(actor, params.id, query.keyword),
});
