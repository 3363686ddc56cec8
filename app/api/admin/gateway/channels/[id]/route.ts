import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { channelPatch } from "@/lib/features/gateway/routing-schema";
import { changeChannel, deleteChannel } from "@/lib/features/gateway/service/channels";
import { P } from "@/lib/permissions/codes";

export const PATCH = handler({
  summary: "Change the share of a way to a model, or switch it",

  any: [P.GATEWAY],
  audit: "gateway.channel.change",
  params: idParam,
  body: channelPatch,
  response: nothing,
  run: ({ actor, params, body }) => changeChannel(actor, params.id, body),
});

export const DELETE = handler({
  summary: "Take a way to a model away; never the last",

  any: [P.GATEWAY],
  audit: "gateway.channel.delete",
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => deleteChannel(actor, params.id),
});
