import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { roleDto } from "@/lib/features/roles/dto";
import { rolePatch, roleRemoval } from "@/lib/features/roles/schema";
import { changeRole, deleteRole, readRole } from "@/lib/features/roles/service/roles";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "One role",

  any: [P.ORG_ROLE, P.ORG_USER],
  params: idParam,
  response: roleDto,
  run: ({ actor, params }) => readRole(actor, params.id),
});

export const PATCH = handler({
  summary: "Change a role",

  any: [P.ORG_ROLE],
  params: idParam,
  body: rolePatch,
  audit: "role.change",
  response: nothing,
  run: ({ actor, params, body, locale }) => changeRole(actor, params.id, body, locale),
});

export const DELETE = handler({
  summary: "Delete a role; confirmed when people hold it",

  any: [P.ORG_ROLE],
  params: idParam,
  query: roleRemoval,
  audit: "role.delete",
  response: nothing,
  run: ({ actor, params, query }) => deleteRole(actor, params.id, query.confirmed),
});
