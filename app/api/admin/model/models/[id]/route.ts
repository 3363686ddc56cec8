import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { modelDetailDto } from "@/lib/features/models/dto";
import { modelPatch, modelRemoval } from "@/lib/features/models/schema";
import { modelDetail } from "@/lib/features/models/service/detail";
import { changeModel, deleteModel } from "@/lib/features/models/service/models";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Who sees a model, its ways, prices and health",

  any: [P.CONFIG_MODELS],
  params: idParam,
  response: modelDetailDto,
  run: ({ actor, params }) => modelDetail(actor, params.id),
});

export const PATCH = handler({
  summary: "Change a model",

  any: [P.CONFIG_MODELS],
  audit: "model.change",
  params: idParam,
  body: modelPatch,
  response: nothing,
  run: ({ actor, params, body }) => changeModel(actor, params.id, body),
});

export const DELETE = handler({
  summary: "Delete a model",

  any: [P.CONFIG_MODELS],
  audit: "model.delete",
  params: idParam,
  query: modelRemoval,
  response: nothing,
  run: ({ actor, params, query }) => deleteModel(actor, params.id, query.confirmed),
});
