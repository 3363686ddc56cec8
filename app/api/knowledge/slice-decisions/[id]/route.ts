import { handler, idParam } from "@/lib/endpoint/route";
import { sliceChangeDto } from "@/lib/features/knowledge/dto";
import { sliceDecision } from "@/lib/features/knowledge/schema";
import { decide } from "@/lib/features/knowledge/service/slice-decisions";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Decide what becomes of a slice that lost its place",
  audit: "knowledge.slice.change",
  any: [P.KB_MANAGE],
  params: idParam,
  body: sliceDecision,
  response: sliceChangeDto,
  run: ({ actor, params, body }) => decide(actor, params.id, body),
});
