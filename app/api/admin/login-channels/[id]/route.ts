import { knownOrigin } from "@/lib/auth/origin";
import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { changedChannelDto, channelDetailDto } from "@/lib/features/login-channels/dto";
import { channelParam, channelPatch } from "@/lib/features/login-channels/schema";
import { changeChannel, readChannel } from "@/lib/features/login-channels/service/channels";
import { deleteChannel } from "@/lib/features/login-channels/service/state";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "A login channel, without its secrets",

  any: [P.CONFIG_SSO],
  params: idParam,
  response: channelDetailDto,
  run: ({ actor, params, request }) => readChannel(actor, params.id, knownOrigin(request)),
});

export const PATCH = handler({
  summary: "Change a login channel",

  any: [P.CONFIG_SSO],
  audit: "login-channel.change",
  params: idParam,
  body: channelPatch,
  response: changedChannelDto,
  run: ({ actor, params, body }) => changeChannel(actor, params.id, body),
});

export const DELETE = handler({
  summary: "Delete a login channel",

  any: [P.CONFIG_SSO],
  audit: "login-channel.delete",
  params: channelParam,
  response: nothing,
  run: ({ actor, params }) => deleteChannel(actor, params.id),
});
