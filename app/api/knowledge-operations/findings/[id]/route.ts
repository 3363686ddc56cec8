import { handler, idParam } from "@/lib/endpoint/route";
import { findingDetailDto } from "@/lib/features/knowledge-operations/findings-dto";
import { readFinding } from "@/lib/features/knowledge-operations/service/findings";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "One such answer with what people did about it",
  any: [P.KB_MANAGE, P.KB_CENTER],
  params: idParam,
  response: findingDetailDto,
  run: ({ actor, params }) => readFinding(actor, params.id),
});
