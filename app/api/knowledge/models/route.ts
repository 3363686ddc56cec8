import { handler } from "@/lib/endpoint/route";
import { baseModelsDto } from "@/lib/features/knowledge/dto";
import { baseModels } from "@/lib/features/knowledge/service/models";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Models a knowledge base can be set to use",
  any: [P.KB_MANAGE],
  response: baseModelsDto,
  run: ({ actor }) => baseModels(actor),
});
