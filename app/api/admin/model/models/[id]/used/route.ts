import { listOf } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { modelUseDto } from "@/lib/features/models/dto";
import { modelUses } from "@/lib/features/models/service/detail";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "What uses a model",

  any: [P.CONFIG_MODELS],
  params: idParam,
  response: listOf(modelUseDto),
  run: ({ actor, params }) => modelUses(actor, params.id),
});
