import { newModels } from "@/lib/features/models/schema";
import { createModels } from "@/lib/features/models/service/models";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  any: [P.CONFIG_MODELS],
  audit: "model.create",
  params: idParam,
  body: newModels,
  run: ({ actor, params, body }) => createModels(actor, params.id, body),
});
