import { handler } from "@/lib/endpoint/route";
import { qaBatchDto } from "@/lib/features/knowledge/qa-dto";
import { qaBatch } from "@/lib/features/knowledge/qa-schema";
import { runQaBatch } from "@/lib/features/knowledge/service/qa/batch";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Approve, reject, enable, disable or delete several pairs of question and answer",
  audit: "knowledge.qa.batch",
  any: [P.KB_MANAGE, P.KB_CENTER],
  body: qaBatch,
  response: qaBatchDto,
  run: ({ actor, body }) => runQaBatch(actor, body),
});
