import { handler, idParam } from "@/lib/endpoint/route";
import { knowledgeChatDto } from "@/lib/features/knowledge/chat-dto";
import { knowledgeChatPatch } from "@/lib/features/knowledge/chat-schema";
import { changeBases, readChat } from "@/lib/features/knowledge/service/chat/chats";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "A conversation and its bases",

  any: [P.KB_CHAT],
  params: idParam,
  response: knowledgeChatDto,
  run: ({ actor, params }) => readChat(actor, params.id),
});

export const PATCH = handler({
  summary: "Change the bases of a conversation",
  exempt: "a person's own conversation",

  any: [P.KB_CHAT],
  params: idParam,
  body: knowledgeChatPatch,
  response: knowledgeChatDto,
  run: ({ actor, params, body }) => changeBases(actor, params.id, body.baseIds),
});
