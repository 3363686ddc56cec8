import { handler, idParam } from "@/lib/endpoint/route";
import { keySecretDto } from "@/lib/features/open-api/dto";
import { renewKeySecret } from "@/lib/features/open-api/service/keys";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Make a new secret for an own API key",

  any: [P.OPEN_API],
  params: idParam,
  audit: "open.key.secret",
  response: keySecretDto,
  run: ({ actor, params }) => renewKeySecret(actor, params.id),
});
