import { handler, idParam } from "@/lib/endpoint/route";
import { rereadingEstimateDto } from "@/lib/features/knowledge/reading-dto";
import { fileChoice } from "@/lib/features/knowledge/schema";
import { estimateRereading } from "@/lib/features/knowledge/service/rereading";
import { P } from "@/lib/permissions/codes";

/** A question with too many words for an address; it changes nothing. */
export const POST = handler({
  summary: "What reading files of a knowledge base anew by a model would cost",
  exempt: "nothing changes by it",
  any: [P.KB_MANAGE],
  params: idParam,
  body: fileChoice,
  response: rereadingEstimateDto,
  run: ({ actor, params, body }) => estimateRereading(actor, params.id, body),
});
