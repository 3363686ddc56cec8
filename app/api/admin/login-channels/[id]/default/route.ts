import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { channelDefault } from "@/lib/features/login-channels/schema";
import { setDefaultChannel } from "@/lib/features/login-channels/service/state";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Choose where guests go by themselves",

  any: [P.CONFIG_SSO],
  audit: "login-channel.default",
  params: idParam,
  body: channelDefault,
  response: nothing,
  run: ({ actor, params, body }) => setDefaultChannel(actor, params.id, body.isDefault),
});
