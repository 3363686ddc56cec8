import { listOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { grantSubjectDto } from "@/lib/features/knowledge/dto";
import { ownerQuery } from "@/lib/features/knowledge/schema";
import { searchBaseOwners } from "@/lib/features/knowledge/service/reach";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "People who may own knowledge bases",
  any: [P.KB_MANAGE],
  query: ownerQuery,
  response: listOf(grantSubjectDto),
  run: ({ actor, query }) => searchBaseOwners(actor, query),
});
