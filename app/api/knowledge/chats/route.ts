import { handler } from "@/lib/endpoint/route";
import { knowledgeChatDto } from "@/lib/features/knowledge/chat-dto";
import { newKnowledgeChat } from "@/lib/features/knowledge/chat-schema";
import { createChat } from "@/lib/features/knowledge/service/chat/chats";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Begin a conversation with knowledge bases",
  exempt: "a person's own conversation",

  any: [P.KB_CHAT],
  body: newKnowledgeChat,
  response: knowledgeChatDto,
  run: ({ actor, body }) => createChat(actor, body),
});
