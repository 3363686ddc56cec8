import { CONVERSATION_CODES } from "@/lib/conversation/areas";
import { answerConsent } from "@/lib/conversation/runs";
import { consent } from "@/lib/conversation/schema";
import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";

export const POST = handler({
  summary: "Allow or refuse one call of a tool",
  exempt: "the person's word in their own answer; its message keeps it",

  any: CONVERSATION_CODES,
  params: idParam,
  body: consent,
  response: nothing,
  run: ({ actor, params, body }) => answerConsent(actor, params.id, body),
});
