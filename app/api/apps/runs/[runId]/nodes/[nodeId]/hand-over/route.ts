import { nothing } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { handOver, stepParams } from "@/lib/features/apps/runs-schema";
import { handOverWait } from "@/lib/features/apps/service/flow/waits";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Have another person answer what a run asks",
  audit: "app.run.handOver",
  any: [P.APPS],
  params: stepParams,
  body: handOver,
  response: nothing,
  run: ({ actor, params, body }) => handOverWait(actor, params.runId, params.nodeId, body.userId),
});
