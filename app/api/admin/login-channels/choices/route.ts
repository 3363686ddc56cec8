import { knownOrigin } from "@/lib/auth/origin";
import { handler } from "@/lib/endpoint/route";
import { readChoices } from "@/lib/features/login-channels/service/choices";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "What the form of a login channel needs",

  any: [P.CONFIG_SSO],
  run: ({ actor, request }) => readChoices(actor, knownOrigin(request)),
});
