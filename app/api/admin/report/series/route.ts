import { handler } from "@/lib/endpoint/route";
import { seriesDto } from "@/lib/features/reports/dto";
import { seriesQuery } from "@/lib/features/reports/schema";
import { readTokenSeries } from "@/lib/features/reports/service/tokens";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "What was used by day or month",

  any: [P.REPORT_TOKENS],
  query: seriesQuery,
  response: seriesDto,
  run: ({ actor, query }) => readTokenSeries(actor, query),
});
