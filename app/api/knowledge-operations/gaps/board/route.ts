import { handler } from "@/lib/endpoint/route";
import { gapBoardDto } from "@/lib/features/knowledge-operations/gap-dto";
import { gapFilter } from "@/lib/features/knowledge-operations/gap-schema";
import { readBoard } from "@/lib/features/knowledge-operations/service/gap-board";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "The gap board in figures",
  any: [P.KB_MANAGE, P.KB_CENTER],
  query: gapFilter,
  response: gapBoardDto,
  run: ({ actor, query }) => readBoard(actor, query),
});
