import { z } from "zod";
import { listMessages } from "@/lib/features/documents/service/messages";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";
import { messageLimit } from "@/lib/stream/messages";

export const GET = handler({
  any: [P.DOCUMENT],
  params: idParam,
  query: z.object({
    all: z.stringbool().optional(),
    limit: messageLimit,
    before: z.uuid().optional(),
  }),
  run: ({ actor, params, query }) => listMessages(actor, params.id, query),
});
