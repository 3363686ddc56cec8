import { handler, idParam } from "@/lib/endpoint/route";
import { rolePreviewDto } from "@/lib/features/roles/dto";
import { previewRole } from "@/lib/features/roles/service/preview";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Navigation and screens of a role",

  any: [P.ORG_ROLE, P.ORG_USER, P.ORG_MENU],
  params: idParam,
  response: rolePreviewDto,
  run: ({ actor, params }) => previewRole(actor, params.id),
});
