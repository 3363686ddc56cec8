import { collectedQuery, newCollected } from "@/lib/collected/schema";
import { collect, readCollected } from "@/lib/collected/service";
import { handler } from "@/lib/endpoint/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "List what one collected",

  any: [P.USER],
  query: collectedQuery,
  run: ({ actor, query }) => readCollected(actor, query),
});

/** May be repeated: what is kept already stays as it is. */
export const POST = handler({
  summary: "Collect an answer, document or prompt",
  exempt: "a person's own collection",

  any: [P.USER],
  body: newCollected,
  run: ({ actor, body }) => collect(actor, body),
});
