import { madeRevision } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { changeSearchParams } from "@/lib/features/search/service/settings/change";
import { scopeParam, searchParamsPut } from "@/lib/features/search/settings/schema";
import { P } from "@/lib/permissions/codes";

export const PUT = handler({
  summary: "Set parameters of the search",
  any: [P.SEARCH],
  audit: "tool.search.change",
  params: scopeParam,
  body: searchParamsPut,
  response: madeRevision,
  run: ({ actor, params, body }) => changeSearchParams(actor, params.scope, body),
});
