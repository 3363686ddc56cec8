import { handler } from "@/lib/endpoint/route";
import { seriesExport } from "@/lib/features/reports/schema";
import { exportSeries } from "@/lib/features/reports/service/exports";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "What was used by day or month, as CSV or Excel",
  answers: "file",

  any: [P.REPORT_TOKENS],
  audit: "report.export",
  query: seriesExport,
  run: ({ actor, query, locale }) => exportSeries(actor, query, locale),
});
