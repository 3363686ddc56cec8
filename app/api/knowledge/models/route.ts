import { handler } from "@/lib/endpoint/route";
import { embeddingModelsDto } from "@/lib/features/knowledge/dto";
import { embeddingModels } from "@/lib/features/knowledge/service/models";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Models that can make the vectors of a knowledge base",
  any: [P.KB_MANAGE],
  response: embeddingModelsDto,
  run: ({ actor }) => embeddingModels(actor),
});
