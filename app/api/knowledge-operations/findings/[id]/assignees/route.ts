import { listOf } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { assigneeDto } from "@/lib/features/knowledge-operations/findings-dto";
import { listAssignees } from "@/lib/features/knowledge-operations/service/findings";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "People a finding can be given to",
  any: [P.KB_MANAGE],
  params: idParam,
  response: listOf(assigneeDto),
  run: ({ actor, params }) => listAssignees(actor, params.id),
});
