import { handler, idParam } from "@/lib/endpoint/route";
import { modelProbeResultDto } from "@/lib/features/models/dto";
import { probeModel } from "@/lib/features/models/service/probes";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Find out what a model can do by asking it",

  any: [P.CONFIG_MODELS],
  audit: "model.probe",
  looks: "tries a model's abilities",
  params: idParam,
  response: modelProbeResultDto,
  run: ({ actor, params, request }) => probeModel(actor, params.id, request.signal),
});
