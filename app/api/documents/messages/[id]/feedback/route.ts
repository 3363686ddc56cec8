import { rateAnswer } from "@/lib/conversation/answers";
import { ABOUT_DOCUMENTS } from "@/lib/features/documents/kind";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";
import { answerFeedback } from "@/lib/stream/feedback-schema";

export const PUT = handler({
  any: [P.DOCUMENT],
  params: idParam,
  body: answerFeedback,
  run: ({ actor, params, body }) => rateAnswer(actor, ABOUT_DOCUMENTS, params.id, body),
});
