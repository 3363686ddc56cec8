import { handler } from "@/lib/endpoint/route";
import { dashboardDto } from "@/lib/features/reports/dto";
import { dashboardQuery } from "@/lib/features/reports/schema";
import { readDashboard } from "@/lib/features/reports/service/dashboard";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "People, questions, tokens, money and latency of a period",

  any: [P.REPORT_DASHBOARD],
  query: dashboardQuery,
  response: dashboardDto,
  run: ({ actor, query }) => readDashboard(actor, query),
});
