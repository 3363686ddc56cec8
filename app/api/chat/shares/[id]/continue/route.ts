import { conversationDto } from "@/lib/conversation/dto";
import { handler, idParam } from "@/lib/endpoint/route";
import { continueShare } from "@/lib/features/chat/service/continue-share";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Go on with a shared conversation in an own chat",
  exempt: "a person's own chat",

  any: [P.CHAT],
  params: idParam,
  response: conversationDto,
  run: ({ actor, params }) => continueShare(actor, params.id),
});
