import { handler } from "@/lib/endpoint/route";
import { callsExport } from "@/lib/features/reports/schema";
import { exportCalls } from "@/lib/features/reports/service/exports";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Single model calls as CSV or Excel",
  answers: "file",

  any: [P.REPORT_TOKENS],
  audit: "report.export",
  query: callsExport,
  run: ({ actor, query, locale }) => exportCalls(actor, query, locale),
});
