import { madeId, pageOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { supplierDto } from "@/lib/features/models/dto";
import { newSupplier } from "@/lib/features/models/schema";
import { createSupplier, listSuppliers } from "@/lib/features/models/service/suppliers";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "List model suppliers",
  any: [P.CONFIG_MODELS],
  response: pageOf(supplierDto),
  run: ({ actor }) => listSuppliers(actor),
});

export const POST = handler({
  summary: "Add a model supplier",

  any: [P.CONFIG_MODELS],
  audit: "model.supplier.create",
  body: newSupplier,
  response: madeId,
  run: ({ actor, body }) => createSupplier(actor, body),
});
