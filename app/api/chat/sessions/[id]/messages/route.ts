import { z } from "zod";
import { listMessages } from "@/lib/conversation/messages";
import { PERSONAL } from "@/lib/features/chat/kind";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";
import { messageLimit } from "@/lib/stream/messages";

export const GET = handler({
  any: [P.CHAT],
  params: idParam,
  query: z.object({
    all: z.stringbool().optional(),
    limit: messageLimit,
    before: z.uuid().optional(),
    after: z.uuid().optional(),
    around: z.uuid().optional(),
  }),
  run: ({ actor, params, query }) => listMessages(actor, PERSONAL, params.id, query),
});
