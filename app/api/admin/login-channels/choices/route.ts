import { readChoices } from "@/lib/features/login-channels/service/choices";
import { knownOrigin } from "@/lib/http/origin";
import { handler } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "What the form of a login channel needs",

  any: [P.CONFIG_SSO],
  run: ({ actor, request }) => readChoices(actor, knownOrigin(request)),
});
