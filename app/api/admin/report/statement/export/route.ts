import { handler } from "@/lib/endpoint/route";
import { statementQuery } from "@/lib/features/reports/schema";
import { exportStatement } from "@/lib/features/reports/service/exports";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "A department's month as Excel",
  answers: "file",

  any: [P.REPORT_TOKENS],
  audit: "report.export",
  query: statementQuery,
  run: ({ actor, query, locale }) => exportStatement(actor, query, locale),
});
