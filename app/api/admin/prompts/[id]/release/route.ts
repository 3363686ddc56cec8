import { handler, idParam } from "@/lib/endpoint/route";
import { promptDetailDto } from "@/lib/features/prompts/dto";
import { versionChoice } from "@/lib/features/prompts/schema";
import { releaseForAll } from "@/lib/features/prompts/service/console";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Pin the version everybody sees",

  any: [P.CHAT_PROMPT],
  params: idParam,
  body: versionChoice,
  audit: "prompt.release",
  response: promptDetailDto,
  run: ({ actor, params, body, locale }) => releaseForAll(actor, params.id, body.version, locale),
});
