import { handler } from "@/lib/endpoint/route";
import { importKindQuery } from "@/lib/features/organisation/import/schema";
import { importTemplate } from "@/lib/features/organisation/service/import-files";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "The file to fill in",
  answers: "file",

  any: [P.ORG_USER, P.ORG_DEPT],
  query: importKindQuery,
  run: ({ actor, query, locale }) => importTemplate(actor, query.kind, locale),
});
