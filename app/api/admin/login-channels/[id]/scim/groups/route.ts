import { listPushedGroups } from "@/lib/features/scim/service/console";
import { pageQuery } from "@/lib/http/paging";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Groups pushed to a login channel, with how many people each has",

  any: [P.CONFIG_SSO],
  params: idParam,
  query: pageQuery,
  run: ({ actor, params, query }) => listPushedGroups(actor, params.id, query),
});
