import { stopRun } from "@/lib/features/chat/service/runs";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  any: [P.CHAT, P.DOCUMENT],
  whenReadOnly: true,
  params: idParam,
  run: ({ actor, params }) => stopRun(actor, params.id),
});
