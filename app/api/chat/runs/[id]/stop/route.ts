import { CONVERSATION_CODES } from "@/lib/conversation/areas";
import { stopRun } from "@/lib/conversation/runs";
import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";

export const POST = handler({
  summary: "Stop an answer",
  exempt: "progress is exempt",

  any: CONVERSATION_CODES,
  whenReadOnly: true,
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => stopRun(actor, params.id),
});
