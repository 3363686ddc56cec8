import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { supplierPatch } from "@/lib/features/models/schema";
import { changeSupplier, deleteSupplier } from "@/lib/features/models/service/suppliers";
import { P } from "@/lib/permissions/codes";

export const PATCH = handler({
  summary: "Change a model supplier",

  any: [P.CONFIG_MODELS],
  audit: "model.supplier.change",
  params: idParam,
  body: supplierPatch,
  response: nothing,
  run: ({ actor, params, body }) => changeSupplier(actor, params.id, body),
});

export const DELETE = handler({
  summary: "Delete a model supplier without models",

  any: [P.CONFIG_MODELS],
  audit: "model.supplier.delete",
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => deleteSupplier(actor, params.id),
});
