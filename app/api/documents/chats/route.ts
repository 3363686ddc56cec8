import { handler } from "@/lib/endpoint/route";
import { documentChatDto } from "@/lib/features/documents/dto";
import { newDocumentChat } from "@/lib/features/documents/schema";
import { createChat } from "@/lib/features/documents/service/chats";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Begin a conversation about documents",
  exempt: "a person's own conversation",

  any: [P.DOCUMENT],
  body: newDocumentChat,
  response: documentChatDto,
  run: ({ actor, body }) => createChat(actor, body),
});
