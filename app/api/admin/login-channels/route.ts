import { newChannel } from "@/lib/features/login-channels/schema";
import { createChannel, listChannels } from "@/lib/features/login-channels/service/channels";
import { handler } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({ any: [P.CONFIG_SSO], run: ({ actor }) => listChannels(actor) });

export const POST = handler({
  any: [P.CONFIG_SSO],
  audit: "login-channel.create",
  body: newChannel,
  run: ({ actor, body }) => createChannel(actor, body),
});
