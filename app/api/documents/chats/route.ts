import { handler } from "@/lib/endpoint/route";
import { newDocumentChat } from "@/lib/features/documents/schema";
import { createChat } from "@/lib/features/documents/service/chats";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Begin a conversation about documents",
  exempt: "a person's own conversation",

  any: [P.DOCUMENT],
  body: newDocumentChat,
  run: ({ actor, body }) => createChat(actor, body),
});
