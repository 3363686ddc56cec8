import { handler, idParam } from "@/lib/endpoint/route";
import { promptDetailDto } from "@/lib/features/prompts/dto";
import { versionChoice } from "@/lib/features/prompts/schema";
import { rollBackForAll } from "@/lib/features/prompts/service/console";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Make an earlier text the newest and release it",

  any: [P.CHAT_PROMPT],
  params: idParam,
  body: versionChoice,
  audit: "prompt.rollback",
  response: promptDetailDto,
  run: ({ actor, params, body, locale }) => rollBackForAll(actor, params.id, body.version, locale),
});
