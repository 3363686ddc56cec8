import { z } from "zod";
import { CONVERSATION_CODES } from "@/lib/conversation/areas";
import { openMessage } from "@/lib/conversation/messages";
import { handler, idParam } from "@/lib/endpoint/route";
import { messagePageDto } from "@/lib/stream/message-dto";

export const POST = handler({
  summary: "Messages around one, its branch in view",
  exempt: "which branch is read",

  any: CONVERSATION_CODES,
  whenReadOnly: true,
  params: idParam,
  body: z.strictObject({ limit: z.number().int().min(1).max(500).default(40) }),
  response: messagePageDto,
  run: ({ actor, params, body }) => openMessage(actor, params.id, body.limit),
});
