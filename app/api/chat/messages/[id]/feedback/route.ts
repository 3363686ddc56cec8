import { rateAnswer } from "@/lib/conversation/answers";
import { PERSONAL } from "@/lib/features/chat/kind";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";
import { answerFeedback } from "@/lib/stream/feedback-schema";

export const PUT = handler({
  any: [P.CHAT],
  params: idParam,
  body: answerFeedback,
  run: ({ actor, params, body }) => rateAnswer(actor, PERSONAL, params.id, body),
});
