import { handler } from "@/lib/endpoint/route";
import { dashboardExport } from "@/lib/features/reports/schema";
import { exportDashboard } from "@/lib/features/reports/service/exports";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "The dashboard as CSV or Excel",
  answers: "file",

  any: [P.REPORT_DASHBOARD],
  audit: "report.export",
  query: dashboardExport,
  run: ({ actor, query, locale }) => exportDashboard(actor, query, locale),
});
