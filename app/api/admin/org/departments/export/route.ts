import { handler } from "@/lib/endpoint/route";
import { departmentExport } from "@/lib/features/organisation/schema";
import { exportDepartments } from "@/lib/features/organisation/service/exports";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Departments as a file",
  answers: "file",

  any: [P.ORG_DEPT],
  query: departmentExport,
  audit: "org.department.export",
  run: ({ actor, query, locale }) => exportDepartments(actor, query, locale),
});
