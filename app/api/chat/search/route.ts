import { CONVERSATION_CODES } from "@/lib/conversation/areas";
import { conversationSearch } from "@/lib/conversation/history-schema";
import { searchConversations } from "@/lib/conversation/search";
import { handler } from "@/lib/endpoint/route";

export const GET = handler({
  summary: "Search own conversations by title and message",

  any: CONVERSATION_CODES,
  query: conversationSearch,
  run: ({ actor, query }) => searchConversations(actor, query),
});
