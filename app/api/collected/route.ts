import { collectedDto } from "@/lib/collected/dto";
import { collectedQuery, newCollected } from "@/lib/collected/schema";
import { collect, readCollected } from "@/lib/collected/service";
import { madeId, pageOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "List what one collected",

  any: [P.USER],
  query: collectedQuery,
  response: pageOf(collectedDto),
  run: ({ actor, query }) => readCollected(actor, query),
});

/** May be repeated: what is kept already stays as it is. */
export const POST = handler({
  summary: "Collect an answer, document or prompt",
  exempt: "a person's own collection",

  any: [P.USER],
  body: newCollected,
  response: madeId,
  run: ({ actor, body }) => collect(actor, body),
});
