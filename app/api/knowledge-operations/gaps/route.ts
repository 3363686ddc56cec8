import { pageOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { gapCardDto } from "@/lib/features/knowledge-operations/gap-dto";
import { gapQuery } from "@/lib/features/knowledge-operations/gap-schema";
import { listGapCards } from "@/lib/features/knowledge-operations/service/gap-board";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Gaps of knowledge bases the caller looks after",
  any: [P.KB_MANAGE, P.KB_CENTER],
  query: gapQuery,
  response: pageOf(gapCardDto),
  run: ({ actor, query }) => listGapCards(actor, query),
});
