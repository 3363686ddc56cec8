import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { cancelRun } from "@/lib/features/knowledge-operations/service/recall-runs";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Stop a run of a test set",
  exempt: "progress is exempt",
  any: [P.KB_MANAGE],
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => cancelRun(actor, params.id),
});
