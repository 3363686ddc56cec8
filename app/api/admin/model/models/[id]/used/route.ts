import { handler, idParam } from "@/lib/endpoint/route";
import { modelUses } from "@/lib/features/models/service/detail";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "What uses a model",

  any: [P.CONFIG_MODELS],
  params: idParam,
  run: ({ actor, params }) => modelUses(actor, params.id),
});
