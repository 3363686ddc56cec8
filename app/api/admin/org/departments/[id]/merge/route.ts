import { handler, idParam } from "@/lib/endpoint/route";
import { mergedDto } from "@/lib/features/organisation/dto";
import { departmentMerge } from "@/lib/features/organisation/schema";
import { mergeDepartment } from "@/lib/features/organisation/service/departments";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Merge a department into another",

  any: [P.ORG_DEPT],
  params: idParam,
  body: departmentMerge,
  audit: "org.department.merge",
  response: mergedDto,
  run: ({ actor, params, body }) => mergeDepartment(actor, params.id, body.intoId),
});
