import { handler } from "@/lib/endpoint/route";
import { callsPageDto } from "@/lib/features/reports/dto";
import { callsQuery } from "@/lib/features/reports/schema";
import { listCalls } from "@/lib/features/reports/service/calls";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Single model calls, without what was said",

  any: [P.REPORT_TOKENS],
  query: callsQuery,
  response: callsPageDto,
  run: ({ actor, query }) => listCalls(actor, query),
});
