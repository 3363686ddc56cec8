import { consent } from "@/lib/features/chat/schema";
import { answerConsent } from "@/lib/features/chat/service/tools";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  any: [P.CHAT],
  params: idParam,
  body: consent,
  run: ({ actor, params, body }) => answerConsent(actor, params.id, body),
});
