import { z } from "zod";
import { openMessage } from "@/lib/features/chat/service/messages";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  any: [P.CHAT],
  whenReadOnly: true,
  params: idParam,
  body: z.strictObject({ limit: z.number().int().min(1).max(500).default(40) }),
  run: ({ actor, params, body }) => openMessage(actor, params.id, body.limit),
});
