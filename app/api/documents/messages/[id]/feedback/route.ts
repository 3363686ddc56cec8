import { rateAnswer } from "@/lib/features/documents/service/feedback";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";
import { answerFeedback } from "@/lib/stream/feedback-schema";

export const PUT = handler({
  any: [P.DOCUMENT],
  params: idParam,
  body: answerFeedback,
  run: ({ actor, params, body }) => rateAnswer(actor, params.id, body),
});
