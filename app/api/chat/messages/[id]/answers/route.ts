import { listAnswersTo } from "@/lib/features/chat/service/messages";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  any: [P.CHAT],
  params: idParam,
  run: ({ actor, params }) => listAnswersTo(actor, params.id),
});
