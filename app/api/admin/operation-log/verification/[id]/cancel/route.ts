import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { cancelCheck } from "@/lib/features/operation-log/service/chain";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "End a check of the chain",
  exempt: "progress is exempt",

  any: [P.LOGS_OPERATION],
  whenReadOnly: true,
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => cancelCheck(actor, params.id),
});
