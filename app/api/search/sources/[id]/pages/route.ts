import { pageOf } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { sourcePageDto } from "@/lib/features/search/sources/dto";
import { sourcePagesQuery } from "@/lib/features/search/sources/schema";
import { listSourcePages } from "@/lib/features/search/sources/service/sources";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "List pages of a source with what became of them",
  any: [P.SEARCH],
  params: idParam,
  query: sourcePagesQuery,
  response: pageOf(sourcePageDto),
  run: ({ actor, params, query, locale }) => listSourcePages(actor, params.id, query, locale),
});
