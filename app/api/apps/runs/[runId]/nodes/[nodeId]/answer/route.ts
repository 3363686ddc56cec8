import { nothing } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { stepParams, waitAnswer } from "@/lib/features/apps/runs-schema";
import { answerWait } from "@/lib/features/apps/service/flow/waits";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Answer what a run asks at a node",
  audit: "app.run.answer",
  any: [P.APPS],
  params: stepParams,
  body: waitAnswer,
  response: nothing,
  run: ({ actor, params, body }) => answerWait(actor, params.runId, params.nodeId, body),
});
