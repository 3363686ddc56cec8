import { handler, idParam } from "@/lib/endpoint/route";
import { previewInput } from "@/lib/features/knowledge/schema";
import { segmentationPreviewDto } from "@/lib/features/knowledge/segmentation-dto";
import { previewSegmentation } from "@/lib/features/knowledge/service/preview";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Show how settings would cut a file of a knowledge base",
  exempt: "changes nothing",
  any: [P.KB_MANAGE],
  params: idParam,
  body: previewInput,
  response: segmentationPreviewDto,
  run: ({ actor, params, body, request }) => previewSegmentation(actor, params.id, body, request.signal),
});
