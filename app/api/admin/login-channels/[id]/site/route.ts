import { handler, idParam } from "@/lib/endpoint/route";
import { channelSiteDto } from "@/lib/features/login-channels/dto";
import { checkSite } from "@/lib/features/login-channels/service/tests";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Ask the identity provider of a login channel who it is",
  exempt: "changes nothing",

  any: [P.CONFIG_SSO],
  params: idParam,
  response: channelSiteDto,
  run: ({ actor, params }) => checkSite(actor, params.id),
});
