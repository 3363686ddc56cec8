import { CONVERSATION_CODES } from "@/lib/conversation/areas";
import { changeConversations } from "@/lib/conversation/bulk";
import { bulkResultDto } from "@/lib/conversation/dto";
import { conversationBulk } from "@/lib/conversation/history-schema";
import { handler } from "@/lib/endpoint/route";

export const POST = handler({
  summary: "Archive, move or delete several conversations",
  exempt: "a person's own chats",

  any: CONVERSATION_CODES,
  body: conversationBulk,
  response: bulkResultDto,
  run: ({ actor, body }) => changeConversations(actor, body),
});
