import { handler, idParam } from "@/lib/endpoint/route";
import { qaDetailDto } from "@/lib/features/knowledge/qa-dto";
import { editQa } from "@/lib/features/knowledge/service/qa/list";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "A pair of question and answer as it is edited",
  any: [P.KB_MANAGE, P.KB_CENTER],
  params: idParam,
  response: qaDetailDto,
  run: ({ actor, params }) => editQa(actor, params.id),
});
