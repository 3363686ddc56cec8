import { madeIds } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { createModels } from "@/lib/features/models/service/suppliers";
import { newModels } from "@/lib/models/suppliers/schema";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Add several models of a supplier",

  any: [P.CONFIG_MODELS],
  audit: "model.create",
  params: idParam,
  body: newModels,
  response: madeIds,
  run: ({ actor, params, body }) => createModels(actor, params.id, body),
});
