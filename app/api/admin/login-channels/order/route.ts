import { nothing } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { channelOrder } from "@/lib/features/login-channels/schema";
import { reorderChannels } from "@/lib/features/login-channels/service/state";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Put login channels in order",

  any: [P.CONFIG_SSO],
  audit: "login-channel.order",
  body: channelOrder,
  response: nothing,
  run: ({ actor, body }) => reorderChannels(actor, body.ids),
});
