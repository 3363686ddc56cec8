import { CONVERSATION_CODES } from "@/lib/conversation/areas";
import { shareDto } from "@/lib/conversation/dto";
import { newShare } from "@/lib/conversation/history-schema";
import { createShare, listShares } from "@/lib/conversation/shares";
import { listOf } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";

export const GET = handler({
  summary: "List own links to a conversation",

  any: CONVERSATION_CODES,
  params: idParam,
  response: listOf(shareDto),
  run: ({ actor, params }) => listShares(actor, params.id),
});

export const POST = handler({
  summary: "Share a conversation as it stands",

  any: CONVERSATION_CODES,
  params: idParam,
  body: newShare,
  audit: "chat.share.create",
  response: shareDto,
  run: ({ actor, params, body }) => createShare(actor, params.id, body),
});
