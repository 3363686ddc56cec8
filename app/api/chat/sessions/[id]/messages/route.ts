import { z } from "zod";
import { listMessages } from "@/lib/features/chat/service/messages";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  any: [P.CHAT],
  params: idParam,
  query: z.object({
    all: z.stringbool().optional(),
    limit: z.coerce.number().int().min(1).max(500).optional(),
    before: z.uuid().optional(),
    after: z.uuid().optional(),
    around: z.uuid().optional(),
  }),
  run: ({ actor, params, query }) => listMessages(actor, params.id, query),
});
