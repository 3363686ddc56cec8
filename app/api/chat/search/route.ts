import { CONVERSATION_CODES } from "@/lib/conversation/areas";
import { foundConversationDto } from "@/lib/conversation/dto";
import { conversationSearch } from "@/lib/conversation/history-schema";
import { searchConversations } from "@/lib/conversation/search";
import { listOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";

export const GET = handler({
  summary: "Search own conversations by title and message",

  any: CONVERSATION_CODES,
  query: conversationSearch,
  response: listOf(foundConversationDto),
  run: ({ actor, query }) => searchConversations(actor, query),
});
