import { handler, idParam } from "@/lib/endpoint/route";
import { keyResultDto } from "@/lib/features/gateway/dto";
import { keyRotation } from "@/lib/features/gateway/schema";
import { rotateKey } from "@/lib/features/gateway/service/keys";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Replace a supplier key's secret once the new one is accepted",

  any: [P.GATEWAY],
  audit: "gateway.key.rotate",
  params: idParam,
  body: keyRotation,
  response: keyResultDto,
  run: ({ actor, params, body }) => rotateKey(actor, params.id, body),
});
