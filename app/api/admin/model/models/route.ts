import { madeId, pageOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { modelDto } from "@/lib/features/models/dto";
import { newModel } from "@/lib/features/models/schema";
import { createModel, listModels } from "@/lib/features/models/service/models";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "List models",
  any: [P.CONFIG_MODELS],
  response: pageOf(modelDto),
  run: ({ actor }) => listModels(actor),
});

export const POST = handler({
  summary: "Add a model",

  any: [P.CONFIG_MODELS],
  audit: "model.create",
  body: newModel,
  response: madeId,
  run: ({ actor, body }) => createModel(actor, body),
});
