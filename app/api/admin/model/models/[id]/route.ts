import { modelPatch } from "@/lib/features/models/schema";
import { changeModel, deleteModel } from "@/lib/features/models/service/models";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const PATCH = handler({
  any: [P.CONFIG_MODELS],
  audit: "model.change",
  params: idParam,
  body: modelPatch,
  run: ({ actor, params, body }) => changeModel(actor, params.id, body),
});

export const DELETE = handler({
  any: [P.CONFIG_MODELS],
  audit: "model.delete",
  params: idParam,
  run: ({ actor, params }) => deleteModel(actor, params.id),
});
