import { CONVERSATION_CODES } from "@/lib/conversation/areas";
import { changeConversation, deleteConversation } from "@/lib/conversation/history";
import { conversationPatch } from "@/lib/conversation/history-schema";
import { handler, idParam } from "@/lib/endpoint/route";

export const PATCH = handler({
  summary: "Rename or archive a chat",
  exempt: "a person's own chat",

  any: CONVERSATION_CODES,
  params: idParam,
  body: conversationPatch,
  run: ({ actor, params, body }) => changeConversation(actor, params.id, body),
});

export const DELETE = handler({
  summary: "Delete a chat",
  exempt: "a person's own chat",

  any: CONVERSATION_CODES,
  params: idParam,
  run: ({ actor, params }) => deleteConversation(actor, params.id),
});
