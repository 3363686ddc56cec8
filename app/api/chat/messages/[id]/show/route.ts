import { showBranch } from "@/lib/features/chat/service/messages";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  any: [P.CHAT],
  params: idParam,
  run: ({ actor, params }) => showBranch(actor, params.id),
});
