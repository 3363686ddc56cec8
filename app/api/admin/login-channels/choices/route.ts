import { readChoices } from "@/lib/features/login-channels/service/choices";
import { knownOrigin } from "@/lib/http/origin";
import { handler } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  any: [P.CONFIG_SSO],
  run: ({ actor, request }) => readChoices(actor, knownOrigin(request)),
});
