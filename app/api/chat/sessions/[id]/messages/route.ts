import { z } from "zod";
import { CONVERSATION_CODES } from "@/lib/conversation/areas";
import { listMessages } from "@/lib/conversation/messages";
import { handler, idParam } from "@/lib/endpoint/route";
import { messagePageDto } from "@/lib/stream/message-dto";
import { messageLimit } from "@/lib/stream/messages";

export const GET = handler({
  summary: "Messages of a chat",

  any: CONVERSATION_CODES,
  params: idParam,
  query: z.object({
    all: z.stringbool().optional(),
    limit: messageLimit,
    before: z.uuid().optional(),
    after: z.uuid().optional(),
    around: z.uuid().optional(),
  }),
  response: messagePageDto,
  run: ({ actor, params, query }) => listMessages(actor, params.id, query),
});
