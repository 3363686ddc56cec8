import { pageOf } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { importErrorDto } from "@/lib/features/organisation/import/dto";
import { importErrorsQuery } from "@/lib/features/organisation/import/schema";
import { readImportErrors } from "@/lib/features/organisation/service/import-runs";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "What is wrong in the file, by row",

  any: [P.ORG_USER, P.ORG_DEPT],
  params: idParam,
  query: importErrorsQuery,
  response: pageOf(importErrorDto),
  run: ({ actor, params, query }) => readImportErrors(actor, params.id, query),
});
