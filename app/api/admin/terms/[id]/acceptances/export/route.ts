import { handler, idParam } from "@/lib/endpoint/route";
import { acceptanceExport } from "@/lib/features/terms/schema";
import { exportAcceptances } from "@/lib/features/terms/service/acceptances";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Who accepted a version, as CSV or Excel",
  answers: "file",

  any: [P.CONFIG_TERMS],
  params: idParam,
  query: acceptanceExport,
  audit: "terms.export",
  run: ({ actor, params, query, locale }) => exportAcceptances(actor, params.id, query, locale),
});
