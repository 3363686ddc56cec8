import { idempotencyKeyOf } from "@/lib/endpoint/idempotency";
import { handler, idParam } from "@/lib/endpoint/route";
import { promptUseDto } from "@/lib/features/prompts/dto";
import { promptUse, useKey } from "@/lib/features/prompts/schema";
import { usePrompt } from "@/lib/features/prompts/service/use";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Fill a prompt’s placeholders, or get a role’s text; counts one use",
  exempt: "a use, counted at the prompt",

  any: [P.CHAT],
  params: idParam,
  body: promptUse,
  response: promptUseDto,
  run: ({ actor, params, body, request, locale }) =>
    usePrompt(actor, params.id, { values: body.values, key: idempotencyKeyOf(request, useKey), locale }),
});
