import { handler, idParam } from "@/lib/endpoint/route";
import { documentChatDto } from "@/lib/features/documents/dto";
import { documentChatPatch } from "@/lib/features/documents/schema";
import { changeDocuments, readChat } from "@/lib/features/documents/service/chats";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "A conversation and its documents",

  any: [P.DOCUMENT],
  params: idParam,
  response: documentChatDto,
  run: ({ actor, params }) => readChat(actor, params.id),
});

export const PATCH = handler({
  summary: "Change the documents of a conversation",
  exempt: "a person's own conversation",

  any: [P.DOCUMENT],
  params: idParam,
  body: documentChatPatch,
  response: documentChatDto,
  run: ({ actor, params, body }) => changeDocuments(actor, params.id, body.documentIds),
});
