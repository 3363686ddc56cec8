import { handler } from "@/lib/endpoint/route";
import { discoveryDto } from "@/lib/features/gateway/dto";
import { supplierProbe } from "@/lib/features/gateway/schema";
import { probeSupplier } from "@/lib/features/gateway/service/suppliers";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Ask a supplier for its models before it is saved",

  any: [P.GATEWAY],
  audit: "gateway.supplier.probe",
  looks: "tries an address",
  body: supplierProbe,
  response: discoveryDto,
  run: ({ actor, body }) => probeSupplier(actor, body),
});
