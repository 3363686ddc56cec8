import { z } from "zod";
import { showBranch } from "@/lib/conversation/messages";
import { ABOUT_DOCUMENTS } from "@/lib/features/documents/kind";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";
import { messageLimit } from "@/lib/stream/messages";

export const POST = handler({
  any: [P.DOCUMENT],
  whenReadOnly: true,
  params: idParam,
  body: z.strictObject({ limit: messageLimit }),
  run: ({ actor, params, body }) => showBranch(actor, ABOUT_DOCUMENTS, params.id, body.limit),
});
