import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { confirmImport } from "@/lib/features/organisation/service/import-runs";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Carry a checked import out, all or nothing",

  any: [P.ORG_USER, P.ORG_DEPT],
  params: idParam,
  audit: "org.import.confirm",
  response: nothing,
  run: ({ actor, params }) => confirmImport(actor, params.id),
});
