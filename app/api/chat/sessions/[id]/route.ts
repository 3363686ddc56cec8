import { CONVERSATION_CODES } from "@/lib/conversation/areas";
import { conversationDto } from "@/lib/conversation/dto";
import { changeConversation, deleteConversation } from "@/lib/conversation/history";
import { conversationPatch } from "@/lib/conversation/history-schema";
import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";

export const PATCH = handler({
  summary: "Rename or archive a chat",
  exempt: "a person's own chat",

  any: CONVERSATION_CODES,
  params: idParam,
  body: conversationPatch,
  response: conversationDto,
  run: ({ actor, params, body }) => changeConversation(actor, params.id, body),
});

export const DELETE = handler({
  summary: "Delete a chat",
  exempt: "a person's own chat",

  any: CONVERSATION_CODES,
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => deleteConversation(actor, params.id),
});
