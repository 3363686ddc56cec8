import { handler, idParam } from "@/lib/endpoint/route";
import { importDto } from "@/lib/features/organisation/import/dto";
import { readImport } from "@/lib/features/organisation/service/import-runs";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "An import: its state, what it would do or did",

  any: [P.ORG_USER, P.ORG_DEPT],
  params: idParam,
  response: importDto,
  run: ({ actor, params }) => readImport(actor, params.id),
});
