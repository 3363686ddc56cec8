import { handler, idParam } from "@/lib/endpoint/route";
import { tableExportQuery } from "@/lib/features/documents/schema";
import { exportTable } from "@/lib/features/documents/service/table-export";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "The table as xlsx or csv",
  answers: "file",

  any: [P.DOCUMENT],
  params: idParam,
  query: tableExportQuery,
  run: ({ actor, params, query, locale }) => exportTable(actor, params.id, query.format, locale),
});
