import { handler, idParam } from "@/lib/endpoint/route";
import { promptDetailDto } from "@/lib/features/prompts/dto";
import { promptState } from "@/lib/features/prompts/schema";
import { setEnabled } from "@/lib/features/prompts/service/console";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Switch a prompt on or off",

  any: [P.CHAT_PROMPT],
  params: idParam,
  body: promptState,
  audit: "prompt.enable",
  response: promptDetailDto,
  run: ({ actor, params, body, locale }) => setEnabled(actor, params.id, body.enabled, locale),
});
