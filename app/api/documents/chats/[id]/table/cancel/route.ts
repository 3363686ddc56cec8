import { handler, idParam } from "@/lib/endpoint/route";
import { documentTableDto } from "@/lib/features/documents/dto";
import { cellCancel } from "@/lib/features/documents/schema";
import { cancelCells } from "@/lib/features/documents/service/table";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Cancel open cells",
  exempt: "progress is exempt",

  any: [P.DOCUMENT],
  whenReadOnly: true,
  params: idParam,
  body: cellCancel,
  response: documentTableDto,
  run: ({ actor, params, body }) => cancelCells(actor, params.id, body.columnId),
});
