import { handler, idParam } from "@/lib/endpoint/route";
import { gapDetailDto } from "@/lib/features/knowledge-operations/gap-dto";
import { readGap } from "@/lib/features/knowledge-operations/service/gap-board";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "A gap with its questions and its history",
  any: [P.KB_MANAGE, P.KB_CENTER],
  params: idParam,
  response: gapDetailDto,
  run: ({ actor, params }) => readGap(actor, params.id),
});
