import { z } from "zod";
import { showBranch } from "@/lib/features/documents/service/messages";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  any: [P.DOCUMENT],
  whenReadOnly: true,
  params: idParam,
  body: z.strictObject({ limit: z.number().int().min(1).max(500).optional() }),
  run: ({ actor, params, body }) => showBranch(actor, params.id, body.limit),
});
