import { comparison, idempotencyHeader } from "@/lib/features/chat/schema";
import { compareModels } from "@/lib/features/chat/service/answer";
import { idempotencyKeyOf } from "@/lib/http/idempotency";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  any: [P.CHAT],
  params: idParam,
  body: comparison,
  run: ({ actor, params, body, request }) =>
    compareModels(actor, params.id, body, idempotencyKeyOf(request, idempotencyHeader)),
});
