import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { bindingRemoval, newBinding } from "@/lib/features/organisation/schema";
import { bind, unbind } from "@/lib/features/organisation/service/bindings";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Link an outside identity to a person",

  any: [P.ORG_USER],
  params: idParam,
  body: newBinding,
  audit: "org.user.bind",
  response: nothing,
  run: ({ actor, params, body }) => bind(actor, params.id, body),
});

export const DELETE = handler({
  summary: "Remove the link to an outside identity",

  any: [P.ORG_USER],
  params: idParam,
  query: bindingRemoval,
  audit: "org.user.unbind",
  response: nothing,
  run: ({ actor, params, query }) => unbind(actor, params.id, query.issuer, query.subject),
});
