import { madeId, pageOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { supplierDto } from "@/lib/features/gateway/dto";
import { newSupplier } from "@/lib/features/gateway/schema";
import { createSupplier, listSuppliers } from "@/lib/features/gateway/service/suppliers";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "List suppliers with their health and use",
  any: [P.GATEWAY],
  response: pageOf(supplierDto),
  run: ({ actor }) => listSuppliers(actor),
});

export const POST = handler({
  summary: "Add a supplier with keys and models",

  any: [P.GATEWAY],
  audit: "gateway.supplier.create",
  body: newSupplier,
  response: madeId,
  run: ({ actor, body }) => createSupplier(actor, body),
});
