import { handler } from "@/lib/endpoint/route";
import { chatModelListDto } from "@/lib/features/chat/dto";
import { chatModels } from "@/lib/features/chat/service/models";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Models the caller may chat with",
  any: [P.CHAT],
  response: chatModelListDto,
  run: ({ actor }) => chatModels(actor),
});
