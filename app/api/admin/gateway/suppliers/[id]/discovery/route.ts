import { handler, idParam } from "@/lib/endpoint/route";
import { discoveryDto } from "@/lib/features/gateway/dto";
import { discoverModels } from "@/lib/features/gateway/service/suppliers";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Ask a saved supplier for its models",

  any: [P.GATEWAY],
  audit: "gateway.supplier.discover",
  looks: "asks a supplier for its models",
  params: idParam,
  response: discoveryDto,
  run: ({ actor, params }) => discoverModels(actor, params.id),
});
