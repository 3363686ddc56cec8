import { handler, idParam } from "@/lib/endpoint/route";
import { analysisDto } from "@/lib/features/apps/dto";
import { analysisQuery } from "@/lib/features/apps/schema";
import { analyseApp } from "@/lib/features/apps/service/analysis";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "How an app is used",
  any: [P.APPS_WORKBENCH],
  params: idParam,
  query: analysisQuery,
  response: analysisDto,
  run: ({ actor, params, query }) => analyseApp(actor, params.id, query),
});
