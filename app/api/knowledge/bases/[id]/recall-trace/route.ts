import { handler, idParam } from "@/lib/endpoint/route";
import { recallTrace } from "@/lib/features/knowledge/recall-test-schema";
import { traceSlice } from "@/lib/features/knowledge/service/retrieval/trace";
import { traceDto } from "@/lib/features/knowledge/trace-dto";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Why a slice of a knowledge base does not answer a question, and what would keep it",
  exempt: "a look that changes nothing",
  any: [P.KB_MANAGE],
  params: idParam,
  body: recallTrace,
  response: traceDto,
  run: ({ actor, params, body }) => traceSlice(actor, params.id, body),
});
