import { handler } from "@/lib/endpoint/route";
import { reviewTrialDto } from "@/lib/features/review/dto";
import { reviewTrial } from "@/lib/features/review/schema";
import { tryKeywords } from "@/lib/features/review/service/rules";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Try keywords on a text",
  exempt: "keeps nothing",
  any: [P.CONFIG_TOOLS],
  body: reviewTrial,
  response: reviewTrialDto,
  run: async ({ actor, body }) => tryKeywords(actor, body),
});
