import { handler, idParam } from "@/lib/endpoint/route";
import { supplierPatch } from "@/lib/features/gateway/schema";
import { changeSupplier, deleteSupplier, readSupplier } from "@/lib/features/gateway/service/suppliers";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "A supplier with its keys",

  any: [P.GATEWAY],
  params: idParam,
  run: ({ actor, params }) => readSupplier(actor, params.id),
});

export const PATCH = handler({
  summary: "Change a supplier",

  any: [P.GATEWAY],
  audit: "gateway.supplier.change",
  params: idParam,
  body: supplierPatch,
  run: ({ actor, params, body }) => changeSupplier(actor, params.id, body),
});

export const DELETE = handler({
  summary: "Delete a supplier without models",

  any: [P.GATEWAY],
  audit: "gateway.supplier.delete",
  params: idParam,
  run: ({ actor, params }) => deleteSupplier(actor, params.id),
});
