import { handler } from "@/lib/endpoint/route";
import { qaWorkDto } from "@/lib/features/knowledge/qa-dto";
import { qaScope } from "@/lib/features/knowledge/qa-schema";
import { readQaWork } from "@/lib/features/knowledge/service/qa/work";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "How the last import and generation of pairs of question and answer stand",
  any: [P.KB_MANAGE, P.KB_CENTER],
  query: qaScope,
  response: qaWorkDto,
  run: ({ actor, query }) => readQaWork(actor, query),
});
