import { madeId } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { qaGeneration } from "@/lib/features/knowledge/qa-schema";
import { beginQaGeneration } from "@/lib/features/knowledge/service/qa/generate";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Have pairs of question and answer made of files of a knowledge base, as proposals",
  audit: "knowledge.qa.generate",
  any: [P.KB_MANAGE],
  body: qaGeneration,
  response: madeId,
  run: ({ actor, body }) => beginQaGeneration(actor, body),
});
