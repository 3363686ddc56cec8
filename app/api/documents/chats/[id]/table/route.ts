import { handler, idParam } from "@/lib/endpoint/route";
import { readTable } from "@/lib/features/documents/service/table";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Questions put to every document",

  any: [P.DOCUMENT],
  params: idParam,
  run: ({ actor, params }) => readTable(actor, params.id),
});
