import { handler } from "@/lib/endpoint/route";
import { openAnswer } from "@/lib/features/knowledge-operations/service/opened-answers";
import { openedAnswerDto } from "@/lib/features/knowledge-operations/usage-dto";
import { answerParam } from "@/lib/features/knowledge-operations/usage-schema";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Read a question of a knowledge base with its answer; its asker sees who did",
  any: [P.KB_MANAGE, P.KB_CENTER],
  audit: "knowledge.answer.open",
  // A read, though it is written down: it stays allowed while the licence has ended.
  whenReadOnly: true,
  params: answerParam,
  response: openedAnswerDto,
  run: ({ actor, params }) => openAnswer(actor, { baseId: params.id, messageId: params.messageId }),
});
