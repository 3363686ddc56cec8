import { handler, idParam } from "@/lib/endpoint/route";
import { promptDetailDto } from "@/lib/features/prompts/dto";
import { withdrawPrompt } from "@/lib/features/prompts/service/own";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Share an own prompt no longer",

  any: [P.CHAT],
  params: idParam,
  audit: "prompt.withdraw",
  response: promptDetailDto,
  run: ({ actor, params, locale }) => withdrawPrompt(actor, params.id, locale),
});
