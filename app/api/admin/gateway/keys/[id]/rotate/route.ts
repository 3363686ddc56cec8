import { keyRotation } from "@/lib/features/gateway/schema";
import { rotateKey } from "@/lib/features/gateway/service/keys";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  any: [P.GATEWAY],
  audit: "gateway.key.rotate",
  params: idParam,
  body: keyRotation,
  run: ({ actor, params, body }) => rotateKey(actor, params.id, body),
});
