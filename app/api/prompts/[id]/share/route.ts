import { handler, idParam } from "@/lib/endpoint/route";
import { promptDetailDto } from "@/lib/features/prompts/dto";
import { promptShare } from "@/lib/features/prompts/schema";
import { sharePrompt } from "@/lib/features/prompts/service/own";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Ask for an own prompt to be shared with the department or everybody",

  any: [P.CHAT],
  params: idParam,
  body: promptShare,
  audit: "prompt.share",
  response: promptDetailDto,
  run: ({ actor, params, body, locale }) => sharePrompt(actor, params.id, body.visibility, locale),
});
