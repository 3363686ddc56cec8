import { z } from "zod";
import { openMessage } from "@/lib/conversation/messages";
import { PERSONAL } from "@/lib/features/chat/kind";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  any: [P.CHAT],
  whenReadOnly: true,
  params: idParam,
  body: z.strictObject({ limit: z.number().int().min(1).max(500).default(40) }),
  run: ({ actor, params, body }) => openMessage(actor, PERSONAL, params.id, body.limit),
});
