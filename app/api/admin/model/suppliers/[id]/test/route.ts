import { handler, idParam } from "@/lib/endpoint/route";
import { testSupplier } from "@/lib/features/models/service/suppliers";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Try a model supplier",

  any: [P.CONFIG_MODELS],
  audit: "model.supplier.test",
  looks: "tries a connection",
  params: idParam,
  run: ({ actor, params }) => testSupplier(actor, params.id),
});
