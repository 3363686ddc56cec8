import { subjectQuery } from "@/lib/auth/grant-schema";
import { listOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { grantSubjectDto } from "@/lib/features/knowledge/dto";
import { searchGrantSubjects } from "@/lib/features/knowledge/service/bases";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "People, roles and departments a base can be shown to",
  any: [P.KB_MANAGE, P.KB_CENTER],
  query: subjectQuery,
  response: listOf(grantSubjectDto),
  run: ({ actor, query }) => searchGrantSubjects(actor, query),
});
