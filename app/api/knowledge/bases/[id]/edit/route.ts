import { handler, idParam } from "@/lib/endpoint/route";
import { baseDetailDto } from "@/lib/features/knowledge/dto";
import { editBase } from "@/lib/features/knowledge/service/bases";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Read a knowledge base to change it",
  any: [P.KB_MANAGE],
  params: idParam,
  response: baseDetailDto,
  run: ({ actor, params }) => editBase(actor, params.id),
});
