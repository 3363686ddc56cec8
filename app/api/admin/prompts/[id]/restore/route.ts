import { handler, idParam } from "@/lib/endpoint/route";
import { restoreForAll } from "@/lib/features/prompts/service/console";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Restore a deleted prompt of the organisation",

  any: [P.CHAT_PROMPT],
  params: idParam,
  audit: "prompt.restore",
  run: ({ actor, params, locale }) => restoreForAll(actor, params.id, locale),
});
