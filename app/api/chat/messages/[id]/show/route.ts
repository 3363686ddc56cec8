import { z } from "zod";
import { showBranch } from "@/lib/conversation/messages";
import { PERSONAL } from "@/lib/features/chat/kind";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";
import { messageLimit } from "@/lib/stream/messages";

export const POST = handler({
  any: [P.CHAT],
  whenReadOnly: true,
  params: idParam,
  body: z.strictObject({ limit: messageLimit }),
  run: ({ actor, params, body }) => showBranch(actor, PERSONAL, params.id, body.limit),
});
