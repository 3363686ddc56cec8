import { handler } from "@/lib/endpoint/route";
import { qaPlaceDto } from "@/lib/features/knowledge/qa-dto";
import { qaQuote } from "@/lib/features/knowledge/qa-schema";
import { findPlace } from "@/lib/features/knowledge/service/qa/places";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Where words stand in a file of a knowledge base",
  exempt: "changes nothing",
  any: [P.KB_MANAGE, P.KB_CENTER],
  body: qaQuote,
  response: qaPlaceDto,
  run: ({ actor, body }) => findPlace(actor, body),
});
