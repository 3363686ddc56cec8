import { handler } from "@/lib/endpoint/route";
import { reachExplanationDto } from "@/lib/features/knowledge/dto";
import { reachPerson } from "@/lib/features/knowledge/schema";
import { explainReach } from "@/lib/features/knowledge/service/reach";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Why a person can use a knowledge base, or why not",
  any: [P.KB_MANAGE],
  params: reachPerson,
  response: reachExplanationDto,
  run: ({ actor, params }) => explainReach(actor, params.id, params.userId),
});
