import { handler, idParam } from "@/lib/endpoint/route";
import { promptDetailDto } from "@/lib/features/prompts/dto";
import { restoreForAll } from "@/lib/features/prompts/service/console";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Restore a deleted prompt of the organisation",

  any: [P.CHAT_PROMPT],
  params: idParam,
  audit: "prompt.restore",
  response: promptDetailDto,
  run: ({ actor, params, locale }) => restoreForAll(actor, params.id, locale),
});
