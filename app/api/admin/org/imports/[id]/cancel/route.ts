import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { cancelImport } from "@/lib/features/organisation/service/import-runs";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Give an import up; what was begun is rolled back",

  any: [P.ORG_USER, P.ORG_DEPT],
  params: idParam,
  audit: "org.import.cancel",
  response: nothing,
  run: ({ actor, params }) => cancelImport(actor, params.id),
});
