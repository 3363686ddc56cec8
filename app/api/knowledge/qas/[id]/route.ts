import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { qaDetailDto } from "@/lib/features/knowledge/qa-dto";
import { qaPatch } from "@/lib/features/knowledge/qa-schema";
import { changeQa, deleteQa } from "@/lib/features/knowledge/service/qa/write";
import { P } from "@/lib/permissions/codes";

export const PATCH = handler({
  summary: "Change a pair of question and answer",
  audit: "knowledge.qa.change",
  any: [P.KB_MANAGE, P.KB_CENTER],
  params: idParam,
  body: qaPatch,
  response: qaDetailDto,
  run: ({ actor, params, body }) => changeQa(actor, params.id, body),
});

export const DELETE = handler({
  summary: "Delete a pair of question and answer",
  audit: "knowledge.qa.delete",
  any: [P.KB_MANAGE, P.KB_CENTER],
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => deleteQa(actor, params.id),
});
