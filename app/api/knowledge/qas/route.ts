import { madeId } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { qasDto } from "@/lib/features/knowledge/qa-dto";
import { newQa, qaQuery } from "@/lib/features/knowledge/qa-schema";
import { readQas } from "@/lib/features/knowledge/service/qa/list";
import { createQa } from "@/lib/features/knowledge/service/qa/write";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Pairs of question and answer of a knowledge base, or of the center",
  any: [P.KB_MANAGE, P.KB_CENTER],
  query: qaQuery,
  response: qasDto,
  run: ({ actor, query }) => readQas(actor, query),
});

export const POST = handler({
  summary: "Write down a pair of question and answer",
  audit: "knowledge.qa.create",
  any: [P.KB_MANAGE, P.KB_CENTER],
  body: newQa,
  response: madeId,
  run: ({ actor, body }) => createQa(actor, body),
});
