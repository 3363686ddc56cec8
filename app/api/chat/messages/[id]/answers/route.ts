import { listAnswersTo } from "@/lib/conversation/messages";
import { PERSONAL } from "@/lib/features/chat/kind";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  any: [P.CHAT],
  params: idParam,
  run: ({ actor, params }) => listAnswersTo(actor, PERSONAL, params.id),
});
