import { handler, idParam } from "@/lib/endpoint/route";
import { promptDetailDto } from "@/lib/features/prompts/dto";
import { forkPrompt } from "@/lib/features/prompts/service/own";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Copy a prompt you can see into your own",

  any: [P.CHAT],
  params: idParam,
  audit: "prompt.create",
  response: promptDetailDto,
  run: ({ actor, params, locale }) => forkPrompt(actor, params.id, locale),
});
