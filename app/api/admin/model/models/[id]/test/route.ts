import { handler, idParam } from "@/lib/endpoint/route";
import { modelTestResultDto } from "@/lib/features/models/dto";
import { testModel } from "@/lib/features/models/service/tests";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Try a model",

  any: [P.CONFIG_MODELS],
  audit: "model.test",
  looks: "tries a model",
  params: idParam,
  response: modelTestResultDto,
  run: ({ actor, params, request }) => testModel(actor, params.id, request.signal),
});
