import { handler, idParam } from "@/lib/endpoint/route";
import { modelRun, RUN_BODY_MAX } from "@/lib/features/models/run-schema";
import { runModel } from "@/lib/features/models/service/run";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Try a model by hand: result, request and answer",
  answers: "ndjson",

  any: [P.CONFIG_MODELS],
  audit: "model.try",
  looks: "the ledger counts it",
  params: idParam,
  body: modelRun,
  maxBody: RUN_BODY_MAX,
  run: ({ actor, params, body, request }) => runModel(actor, params.id, body, request.signal),
});
