import { handler, idParam } from "@/lib/endpoint/route";
import { retrievalPreviewDto } from "@/lib/features/knowledge/retrieval-dto";
import { retrievalPreview } from "@/lib/features/knowledge/schema";
import { previewRetrieval } from "@/lib/features/knowledge/service/retrieval/preview";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "What settings of a knowledge base find for a question, and what each leaves out",
  exempt: "a look that changes nothing",
  any: [P.KB_MANAGE],
  params: idParam,
  body: retrievalPreview,
  response: retrievalPreviewDto,
  run: ({ actor, params, body }) => previewRetrieval(actor, params.id, body),
});
