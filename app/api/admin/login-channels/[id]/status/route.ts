import { nothing } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { channelParam, channelStatus } from "@/lib/features/login-channels/schema";
import { setChannelStatus } from "@/lib/features/login-channels/service/state";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Turn a login channel on or off",

  any: [P.CONFIG_SSO],
  audit: "login-channel.enable",
  params: channelParam,
  body: channelStatus,
  response: nothing,
  run: ({ actor, params, body }) => setChannelStatus(actor, params.id, body.status),
});
