import { subjectQuery } from "@/lib/auth/grant-schema";
import { listOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { grantSubjectDto } from "@/lib/features/apps/dto";
import { searchAppSubjects } from "@/lib/features/apps/service/apps";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "People, roles and departments an app can be shown to",
  any: [P.APPS_WORKBENCH],
  query: subjectQuery,
  response: listOf(grantSubjectDto),
  run: ({ actor, query }) => searchAppSubjects(actor, query),
});
