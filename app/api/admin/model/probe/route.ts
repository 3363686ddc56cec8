import { handler } from "@/lib/endpoint/route";
import { supplierTestResultDto } from "@/lib/features/models/dto";
import { supplierProbe } from "@/lib/features/models/schema";
import { probeSupplier } from "@/lib/features/models/service/suppliers";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Try a supplier's address and key before it is saved",

  any: [P.CONFIG_MODELS],
  audit: "model.supplier.probe",
  looks: "tries an address",
  body: supplierProbe,
  response: supplierTestResultDto,
  run: ({ actor, body }) => probeSupplier(actor, body),
});
