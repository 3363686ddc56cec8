import { handler, idParam } from "@/lib/endpoint/route";
import { retriedDto } from "@/lib/features/gateway/dto";
import { retryBody } from "@/lib/features/gateway/routing-schema";
import { retryChannel } from "@/lib/features/gateway/service/channels";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "End the pause of a way: the next call tries it",

  any: [P.GATEWAY],
  audit: "gateway.channel.retry",
  params: idParam,
  body: retryBody,
  response: retriedDto,
  run: ({ actor, params, body }) => retryChannel(actor, params.id, body),
});
