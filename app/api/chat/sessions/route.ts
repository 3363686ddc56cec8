import { requireKind } from "@/lib/conversation/access";
import { CONVERSATION_CODES } from "@/lib/conversation/areas";
import { conversationDto } from "@/lib/conversation/dto";
import { createConversation, listConversations } from "@/lib/conversation/history";
import { historyQuery } from "@/lib/conversation/history-schema";
import { listOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { PERSONAL } from "@/lib/features/chat/conversation";
import { newSession } from "@/lib/features/chat/schema";
import { P } from "@/lib/permissions/codes";

/** Conversations of a kind; chats where nothing is said. */
export const GET = handler({
  summary: "List own chats",

  any: CONVERSATION_CODES,
  query: historyQuery,
  response: listOf(conversationDto),
  run: ({ actor, query: { kind = PERSONAL.code, ...query } }) =>
    listConversations(actor, requireKind(actor, kind), query),
});

export const POST = handler({
  summary: "Begin a chat",
  exempt: "a person's own chat",

  any: [P.CHAT],
  body: newSession,
  response: conversationDto,
  run: ({ actor, body }) => createConversation(actor, PERSONAL, body),
});
