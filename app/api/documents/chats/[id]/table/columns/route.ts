import { handler, idParam } from "@/lib/endpoint/route";
import { documentTableDto } from "@/lib/features/documents/dto";
import { newColumn } from "@/lib/features/documents/schema";
import { addColumn } from "@/lib/features/documents/service/table";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Put a question to every document",
  exempt: "questions are exempt, the ledger counts them",

  any: [P.DOCUMENT],
  params: idParam,
  body: newColumn,
  response: documentTableDto,
  run: ({ actor, params, body }) => addColumn(actor, params.id, body),
});
