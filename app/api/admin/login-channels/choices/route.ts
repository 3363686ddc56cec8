import { knownOrigin } from "@/lib/auth/origin";
import { handler } from "@/lib/endpoint/route";
import { channelChoicesDto } from "@/lib/features/login-channels/dto";
import { readChoices } from "@/lib/features/login-channels/service/choices";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "What the form of a login channel needs",

  any: [P.CONFIG_SSO],
  response: channelChoicesDto,
  run: ({ actor, request }) => readChoices(actor, knownOrigin(request)),
});
