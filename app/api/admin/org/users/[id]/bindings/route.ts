import { bindingRemoval } from "@/lib/features/organisation/schema";
import { unbind } from "@/lib/features/organisation/service/passwords";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const DELETE = handler({
  any: [P.ORG_USER],
  params: idParam,
  query: bindingRemoval,
  audit: "org.user.unbind",
  run: ({ actor, params, query }) => unbind(actor, params.id, query.issuer, query.subject),
});
