import { z } from "zod";
import { listMessages } from "@/lib/conversation/messages";
import { ABOUT_DOCUMENTS } from "@/lib/features/documents/kind";
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
  run: ({ actor, params, query }) => listMessages(actor, ABOUT_DOCUMENTS, params.id, query),
});
