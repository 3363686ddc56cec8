import { handler, idParam } from "@/lib/endpoint/route";
import { documentTableDto } from "@/lib/features/documents/dto";
import { readTable } from "@/lib/features/documents/service/table";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Questions put to every document",

  any: [P.DOCUMENT],
  params: idParam,
  response: documentTableDto,
  run: ({ actor, params }) => readTable(actor, params.id),
});
