import { handler } from "@/lib/endpoint/route";
import { centerOfferDto } from "@/lib/features/knowledge/center-dto";
import { readOffer } from "@/lib/features/knowledge/service/center-offer";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "What the knowledge center offers, and what new bases begin with",
  any: [P.KB_CHAT, P.KB_MANAGE, P.KB_SEARCH],
  response: centerOfferDto,
  run: ({ actor, locale }) => readOffer(actor, locale),
});
