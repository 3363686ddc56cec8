import { handler } from "@/lib/endpoint/route";
import { importDto } from "@/lib/features/gateway/import/dto";
import { importOrder } from "@/lib/features/gateway/import/schema";
import { importChannels } from "@/lib/features/gateway/service/imports";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Make suppliers and models of channels of new-api or one-api",
  audit: "gateway.supplier.create",
  any: [P.GATEWAY],
  body: importOrder,
  response: importDto,
  run: ({ actor, body }) => importChannels(actor, body),
});
