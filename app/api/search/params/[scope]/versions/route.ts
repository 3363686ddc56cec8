import { handler } from "@/lib/endpoint/route";
import { listSearchPrompts } from "@/lib/features/search/service/settings/change";
import { promptVersionsDto } from "@/lib/features/search/settings/dto";
import { promptVersionsQuery, scopeParam } from "@/lib/features/search/settings/schema";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Texts a prompt of the search had",
  any: [P.SEARCH],
  params: scopeParam,
  query: promptVersionsQuery,
  response: promptVersionsDto,
  run: ({ actor, params, query }) => listSearchPrompts(actor, params.scope, query.key),
});
