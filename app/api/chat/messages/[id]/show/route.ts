import { z } from "zod";
import { showBranch } from "@/lib/features/chat/service/messages";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";
import { messageLimit } from "@/lib/stream/messages";

export const POST = handler({
  any: [P.CHAT],
  whenReadOnly: true,
  params: idParam,
  body: z.strictObject({ limit: messageLimit }),
  run: ({ actor, params, body }) => showBranch(actor, params.id, body.limit),
});
