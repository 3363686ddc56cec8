import { handler } from "@/lib/endpoint/route";
import { callsQuery } from "@/lib/features/reports/schema";
import { listCalls } from "@/lib/features/reports/service/calls";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Single model calls, without what was said",

  any: [P.REPORT_TOKENS],
  query: callsQuery,
  run: ({ actor, query }) => listCalls(actor, query),
});
