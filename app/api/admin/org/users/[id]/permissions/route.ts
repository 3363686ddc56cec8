import { handler, idParam } from "@/lib/endpoint/route";
import { personPermissionsDto } from "@/lib/features/roles/dto";
import { explainPerson } from "@/lib/features/roles/service/preview";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Why a person may do what they may: role by role",

  any: [P.ORG_USER, P.ORG_ROLE],
  params: idParam,
  response: personPermissionsDto,
  run: ({ actor, params }) => explainPerson(actor, params.id),
});
