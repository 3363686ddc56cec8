import { z } from "zod";
import { handler } from "@/lib/endpoint/route";
import { documentTableDto } from "@/lib/features/documents/dto";
import { removeColumn } from "@/lib/features/documents/service/table";
import { P } from "@/lib/permissions/codes";

export const DELETE = handler({
  summary: "Remove a question",
  exempt: "a person's own conversation",

  any: [P.DOCUMENT],
  params: z.object({ id: z.uuid(), columnId: z.uuid() }),
  response: documentTableDto,
  run: ({ actor, params }) => removeColumn(actor, params.id, params.columnId),
});
