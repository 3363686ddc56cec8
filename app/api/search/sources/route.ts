import { madeId } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { sourcesDto } from "@/lib/features/search/sources/dto";
import { newSource, sourcesQuery } from "@/lib/features/search/sources/schema";
import { createSource, listSearchSources } from "@/lib/features/search/sources/service/sources";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "List sources of searches, with how their reading goes",
  any: [P.SEARCH],
  query: sourcesQuery,
  response: sourcesDto,
  run: ({ actor, query }) => listSearchSources(actor, query),
});

export const POST = handler({
  summary: "Create a source of searches",
  audit: "search.source.create",
  any: [P.SEARCH],
  body: newSource,
  response: madeId,
  run: ({ actor, body }) => createSource(actor, body),
});
