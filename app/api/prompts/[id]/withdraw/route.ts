import { handler, idParam } from "@/lib/endpoint/route";
import { withdrawPrompt } from "@/lib/features/prompts/service/own";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Share an own prompt no longer",

  any: [P.CHAT],
  params: idParam,
  audit: "prompt.withdraw",
  run: ({ actor, params, locale }) => withdrawPrompt(actor, params.id, locale),
});
