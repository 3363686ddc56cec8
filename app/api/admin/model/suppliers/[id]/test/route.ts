import { handler, idParam } from "@/lib/endpoint/route";
import { supplierTestResultDto } from "@/lib/features/models/dto";
import { testSupplier } from "@/lib/features/models/service/suppliers";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Try a model supplier",

  any: [P.CONFIG_MODELS],
  audit: "model.supplier.test",
  looks: "tries a connection",
  params: idParam,
  response: supplierTestResultDto,
  run: ({ actor, params }) => testSupplier(actor, params.id),
});
