import { CONVERSATION_CODES } from "@/lib/conversation/areas";
import { answerConsent } from "@/lib/conversation/runs";
import { consent } from "@/lib/conversation/schema";
import { handler, idParam } from "@/lib/http/route";

export const POST = handler({
  any: CONVERSATION_CODES,
  params: idParam,
  body: consent,
  run: ({ actor, params, body }) => answerConsent(actor, params.id, body),
});
