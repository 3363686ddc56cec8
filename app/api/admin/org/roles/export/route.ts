import { handler } from "@/lib/endpoint/route";
import { roleExport } from "@/lib/features/roles/schema";
import { exportRoles } from "@/lib/features/roles/service/export";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Roles as a file",
  answers: "file",

  any: [P.ORG_ROLE, P.ORG_USER],
  query: roleExport,
  audit: "role.export",
  run: ({ actor, query, locale }) => exportRoles(actor, query, locale),
});
