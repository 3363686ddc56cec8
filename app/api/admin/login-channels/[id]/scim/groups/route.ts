import { pageOf } from "@/lib/endpoint/answers";
import { pageQuery } from "@/lib/endpoint/paging";
import { handler, idParam } from "@/lib/endpoint/route";
import { scimGroupDto } from "@/lib/features/scim/dto";
import { listPushedGroups } from "@/lib/features/scim/service/console";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Groups pushed to a login channel, with how many people each has",

  any: [P.CONFIG_SSO],
  params: idParam,
  query: pageQuery,
  response: pageOf(scimGroupDto),
  run: ({ actor, params, query }) => listPushedGroups(actor, params.id, query),
});
