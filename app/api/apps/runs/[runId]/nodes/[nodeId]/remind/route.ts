import { nothing } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { stepParams } from "@/lib/features/apps/runs-schema";
import { remindWait } from "@/lib/features/apps/service/flow/waits";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Remind whoever a run waits for",
  exempt: "it changes nothing but a notification",
  any: [P.APPS],
  params: stepParams,
  response: nothing,
  run: ({ actor, params }) => remindWait(actor, params.runId, params.nodeId),
});
