import { handler, idParam } from "@/lib/endpoint/route";
import { documentTableDto } from "@/lib/features/documents/dto";
import { cellTarget } from "@/lib/features/documents/schema";
import { retryCells } from "@/lib/features/documents/service/table";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Answer cells again",
  exempt: "questions are exempt, the ledger counts them",

  any: [P.DOCUMENT],
  params: idParam,
  body: cellTarget,
  response: documentTableDto,
  run: ({ actor, params, body }) => retryCells(actor, params.id, body),
});
