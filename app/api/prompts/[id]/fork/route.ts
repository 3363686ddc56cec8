import { forkPrompt } from "@/lib/features/prompts/service/own";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Copy a prompt you can see into your own",

  any: [P.CHAT],
  params: idParam,
  audit: "prompt.create",
  run: ({ actor, params, locale }) => forkPrompt(actor, params.id, locale),
});
