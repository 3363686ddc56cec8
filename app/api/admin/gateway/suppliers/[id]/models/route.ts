import { madeIds } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { addModels } from "@/lib/features/gateway/service/suppliers";
import { newModels } from "@/lib/models/suppliers/schema";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Add models of a supplier's list, with what is known of them",

  any: [P.GATEWAY],
  audit: "model.create",
  params: idParam,
  body: newModels,
  response: madeIds,
  run: ({ actor, params, body }) => addModels(actor, params.id, body),
});
