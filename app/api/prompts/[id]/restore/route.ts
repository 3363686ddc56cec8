import { handler, idParam } from "@/lib/endpoint/route";
import { promptDetailDto } from "@/lib/features/prompts/dto";
import { restorePrompt } from "@/lib/features/prompts/service/own";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Restore a deleted own prompt",

  any: [P.CHAT],
  params: idParam,
  audit: "prompt.restore",
  response: promptDetailDto,
  run: ({ actor, params, locale }) => restorePrompt(actor, params.id, locale),
});
