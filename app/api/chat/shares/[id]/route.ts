import { CONVERSATION_CODES } from "@/lib/conversation/areas";
import { sharedConversationDto } from "@/lib/conversation/dto";
import { sharedQuery } from "@/lib/conversation/history-schema";
import { readShare, revokeShare } from "@/lib/conversation/shares";
import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";

export const GET = handler({
  summary: "Read a shared conversation",

  any: CONVERSATION_CODES,
  params: idParam,
  query: sharedQuery,
  response: sharedConversationDto,
  run: ({ actor, params, query }) => readShare(actor, params.id, query.after),
});

export const DELETE = handler({
  summary: "Take a link back",

  any: CONVERSATION_CODES,
  params: idParam,
  audit: "chat.share.revoke",
  response: nothing,
  run: ({ actor, params }) => revokeShare(actor, params.id),
});
