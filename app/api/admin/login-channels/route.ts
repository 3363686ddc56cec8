import { madeId } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { channelListDto } from "@/lib/features/login-channels/dto";
import { newChannel } from "@/lib/features/login-channels/schema";
import { createChannel, listChannels } from "@/lib/features/login-channels/service/channels";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Login channels in the order of the login page",
  any: [P.CONFIG_SSO],
  response: channelListDto,
  run: ({ actor }) => listChannels(actor),
});

export const POST = handler({
  summary: "Add a login channel, off until a test of it passes",

  any: [P.CONFIG_SSO],
  audit: "login-channel.create",
  body: newChannel,
  response: madeId,
  run: ({ actor, body }) => createChannel(actor, body),
});
