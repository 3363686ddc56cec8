import { handler } from "@/lib/endpoint/route";
import { newSupplier } from "@/lib/features/models/schema";
import { createSupplier, listSuppliers } from "@/lib/features/models/service/suppliers";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "List model suppliers",
  any: [P.CONFIG_MODELS],
  run: ({ actor }) => listSuppliers(actor),
});

export const POST = handler({
  summary: "Add a model supplier",

  any: [P.CONFIG_MODELS],
  audit: "model.supplier.create",
  body: newSupplier,
  run: ({ actor, body }) => createSupplier(actor, body),
});
