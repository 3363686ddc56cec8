import { handler, idParam } from "@/lib/endpoint/route";
import { appChatDto } from "@/lib/features/apps/dto";
import { readAppChat } from "@/lib/features/apps/service/chats";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "A conversation with an app",
  any: [P.APPS],
  params: idParam,
  response: appChatDto,
  run: ({ actor, params }) => readAppChat(actor, params.id),
});
