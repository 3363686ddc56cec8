import { documentChatQuery, newDocumentChat } from "@/lib/features/documents/schema";
import { createChat, listChats } from "@/lib/features/documents/service/chats";
import { handler } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  any: [P.DOCUMENT],
  query: documentChatQuery,
  run: ({ actor, query }) => listChats(actor, query),
});

export const POST = handler({
  any: [P.DOCUMENT],
  body: newDocumentChat,
  run: ({ actor, body }) => createChat(actor, body),
});
