import { handler, idParam } from "@/lib/endpoint/route";
import { appChatDto } from "@/lib/features/apps/dto";
import { newAppChat } from "@/lib/features/apps/schema";
import { createAppChat } from "@/lib/features/apps/service/chats";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Begin a conversation with an app",
  exempt: "a person's own conversation",
  any: [P.APPS],
  params: idParam,
  body: newAppChat,
  response: appChatDto,
  run: ({ actor, params, body }) => createAppChat(actor, params.id, body),
});
