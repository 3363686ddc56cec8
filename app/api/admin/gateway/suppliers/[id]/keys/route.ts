import { handler, idParam } from "@/lib/endpoint/route";
import { keyResultDto } from "@/lib/features/gateway/dto";
import { newKey } from "@/lib/features/gateway/schema";
import { addKey } from "@/lib/features/gateway/service/keys";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Add a key once the supplier accepts it",

  any: [P.GATEWAY],
  audit: "gateway.key.create",
  params: idParam,
  body: newKey,
  response: keyResultDto,
  run: ({ actor, params, body }) => addKey(actor, params.id, body),
});
