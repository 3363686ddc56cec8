import { listOf } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { reachingDto } from "@/lib/features/apps/dto";
import { appBasesQuery } from "@/lib/features/apps/schema";
import { readReach } from "@/lib/features/apps/service/audience";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Which bases of an app which of its users lack",
  any: [P.APPS_WORKBENCH],
  params: idParam,
  query: appBasesQuery,
  response: listOf(reachingDto),
  run: ({ actor, params, query }) => readReach(actor, params.id, query.ids),
});
