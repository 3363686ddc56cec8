import { madeId, pageOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { roleDto } from "@/lib/features/roles/dto";
import { newRole, roleQuery } from "@/lib/features/roles/schema";
import { createRole, listAllRoles } from "@/lib/features/roles/service/roles";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Roles with how many people hold them",

  any: [P.ORG_ROLE, P.ORG_USER],
  query: roleQuery,
  response: pageOf(roleDto),
  run: ({ actor, query }) => listAllRoles(actor, query),
});

export const POST = handler({
  summary: "Make a role",

  any: [P.ORG_ROLE],
  body: newRole,
  audit: "role.create",
  response: madeId,
  run: ({ actor, body, locale }) => createRole(actor, body, locale),
});
