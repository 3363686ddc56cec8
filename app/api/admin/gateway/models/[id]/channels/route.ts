import { madeId, nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { channelOrder, newChannel } from "@/lib/features/gateway/routing-schema";
import { addChannel, orderChannels } from "@/lib/features/gateway/service/channels";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Add a way to a model",

  any: [P.GATEWAY],
  audit: "gateway.channel.create",
  params: idParam,
  body: newChannel,
  response: madeId,
  run: ({ actor, params, body }) => addChannel(actor, params.id, body),
});

export const PUT = handler({
  summary: "Put a model's ways in order",

  any: [P.GATEWAY],
  audit: "gateway.channel.order",
  params: idParam,
  body: channelOrder,
  response: nothing,
  run: ({ actor, params, body }) => orderChannels(actor, params.id, body),
});
