import { newRole, roleQuery } from "@/lib/features/roles/schema";
import { createRole, listAllRoles } from "@/lib/features/roles/service/roles";
import { handler } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  any: [P.ORG_ROLE, P.ORG_USER],
  query: roleQuery,
  run: ({ actor, query }) => listAllRoles(actor, query),
});

export const POST = handler({
  any: [P.ORG_ROLE],
  body: newRole,
  audit: "role.create",
  run: ({ actor, body, locale }) => createRole(actor, body, locale),
});
