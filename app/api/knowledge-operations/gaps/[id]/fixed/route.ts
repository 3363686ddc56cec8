import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { fixGap } from "@/lib/features/knowledge-operations/service/gap-recheck";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Mark a gap as fixed and ask its questions again",
  audit: "gap.fix",
  any: [P.KB_MANAGE],
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => fixGap(actor, params.id),
});
