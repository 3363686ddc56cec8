import { handler } from "@/lib/endpoint/route";
import { dimensionParam, tokensExport } from "@/lib/features/reports/schema";
import { exportTokens } from "@/lib/features/reports/service/exports";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "What each app, model, user or department used, as CSV or Excel",
  answers: "file",

  any: [P.REPORT_TOKENS],
  audit: "report.export",
  params: dimensionParam,
  query: tokensExport,
  run: ({ actor, params, query, locale }) => exportTokens(actor, params.dimension, query, locale),
});
