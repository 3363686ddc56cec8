import { z } from "zod";
import { CONVERSATION_CODES } from "@/lib/conversation/areas";
import { showBranch } from "@/lib/conversation/messages";
import { handler, idParam } from "@/lib/endpoint/route";
import { messagePageDto } from "@/lib/stream/message-dto";
import { messageLimit } from "@/lib/stream/messages";

export const POST = handler({
  summary: "Show another branch of a chat",
  exempt: "which branch is read",

  any: CONVERSATION_CODES,
  whenReadOnly: true,
  params: idParam,
  body: z.strictObject({ limit: messageLimit }),
  response: messagePageDto,
  run: ({ actor, params, body }) => showBranch(actor, params.id, body.limit),
});
