import { z } from "zod";
import { listMessages } from "@/lib/features/documents/service/messages";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  any: [P.DOCUMENT],
  params: idParam,
  query: z.object({
    all: z.stringbool().optional(),
    limit: z.coerce.number().int().min(1).max(500).optional(),
    before: z.uuid().optional(),
  }),
  run: ({ actor, params, query }) => listMessages(actor, params.id, query),
});
