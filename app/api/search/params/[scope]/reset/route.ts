import { madeRevision } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { resetSearchParams } from "@/lib/features/search/service/settings/change";
import { scopeParam, searchParamsReset } from "@/lib/features/search/settings/schema";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Give parameters of the search back to their defaults",
  any: [P.SEARCH],
  audit: "tool.search.change",
  params: scopeParam,
  body: searchParamsReset,
  response: madeRevision,
  run: ({ actor, params, body }) => resetSearchParams(actor, params.scope, body),
});
