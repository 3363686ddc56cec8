import { madeId } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { recommendedListDto } from "@/lib/features/knowledge-operations/recommended-dto";
import { newRecommended } from "@/lib/features/knowledge-operations/recommended-schema";
import { createRecommended, readRecommended } from "@/lib/features/knowledge-operations/service/recommended";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Recommended questions of the knowledge center",
  any: [P.KB_CENTER],
  response: recommendedListDto,
  run: ({ actor }) => readRecommended(actor),
});

export const POST = handler({
  summary: "Recommend a question",
  audit: "recommended.create",
  any: [P.KB_CENTER],
  body: newRecommended,
  response: madeId,
  run: ({ actor, body }) => createRecommended(actor, body),
});
