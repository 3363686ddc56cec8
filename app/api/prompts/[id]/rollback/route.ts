import { handler, idParam } from "@/lib/endpoint/route";
import { promptDetailDto } from "@/lib/features/prompts/dto";
import { versionChoice } from "@/lib/features/prompts/schema";
import { rollBackPrompt } from "@/lib/features/prompts/service/own";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Make an earlier text of an own prompt the newest",

  any: [P.CHAT],
  params: idParam,
  body: versionChoice,
  audit: "prompt.rollback",
  response: promptDetailDto,
  run: ({ actor, params, body, locale }) => rollBackPrompt(actor, params.id, body.version, locale),
});
