import { handler, idParam } from "@/lib/endpoint/route";
import { refusedRows } from "@/lib/features/organisation/service/import-files";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "The rows with errors as a file, each with why",
  answers: "file",

  any: [P.ORG_USER, P.ORG_DEPT],
  params: idParam,
  run: ({ actor, params, locale }) => refusedRows(actor, params.id, locale),
});
