import { handler, idParam } from "@/lib/endpoint/route";
import { promptDetailDto } from "@/lib/features/prompts/dto";
import { promptReview } from "@/lib/features/prompts/schema";
import { reviewPrompt } from "@/lib/features/prompts/service/review";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Approve or refuse a request to share",

  any: [P.CHAT_PROMPT],
  params: idParam,
  body: promptReview,
  audit: "prompt.review",
  response: promptDetailDto,
  run: ({ actor, params, body, locale }) => reviewPrompt(actor, params.id, body, locale),
});
