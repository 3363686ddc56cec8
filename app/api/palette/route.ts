import { listOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { foundGroupDto } from "@/lib/palette/dto";
import { findEverywhere } from "@/lib/palette/find";
import { paletteQuery } from "@/lib/palette/schema";

export const GET = handler({
  summary: "Find things of every area by name or text; without words, those used last",

  signedIn: true,
  query: paletteQuery,
  response: listOf(foundGroupDto),
  run: ({ actor, query, locale }) => findEverywhere(actor, query.keyword, locale),
});
