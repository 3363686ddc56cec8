import { handler } from "@/lib/endpoint/route";
import { appDto } from "@/lib/features/reports/dto";
import { appParam, appQuery } from "@/lib/features/reports/schema";
import { readApp } from "@/lib/features/reports/service/app";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "What one app used",

  any: [P.REPORT_TOKENS],
  params: appParam,
  query: appQuery,
  response: appDto,
  run: ({ actor, params, query }) => readApp(actor, params.appId, query),
});
