import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { recheckMissed, stopRecheck } from "@/lib/features/knowledge-operations/service/gap-recheck";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Ask the questions of a gap again that did not pass",
  audit: "gap.recheck",
  any: [P.KB_MANAGE],
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => recheckMissed(actor, params.id),
});

export const DELETE = handler({
  summary: "Stop asking the questions of a gap again",
  exempt: "what was asked stays, the others can be asked at any time",
  any: [P.KB_MANAGE],
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => stopRecheck(actor, params.id),
});
