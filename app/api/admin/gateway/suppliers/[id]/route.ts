import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { supplierDetailDto } from "@/lib/features/gateway/dto";
import { supplierPatch } from "@/lib/features/gateway/schema";
import { changeSupplier, deleteSupplier, readSupplier } from "@/lib/features/gateway/service/suppliers";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "A supplier with its keys",

  any: [P.GATEWAY],
  params: idParam,
  response: supplierDetailDto,
  run: ({ actor, params }) => readSupplier(actor, params.id),
});

export const PATCH = handler({
  summary: "Change a supplier",

  any: [P.GATEWAY],
  audit: "gateway.supplier.change",
  params: idParam,
  body: supplierPatch,
  response: nothing,
  run: ({ actor, params, body }) => changeSupplier(actor, params.id, body),
});

export const DELETE = handler({
  summary: "Delete a supplier without models",

  any: [P.GATEWAY],
  audit: "gateway.supplier.delete",
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => deleteSupplier(actor, params.id),
});
