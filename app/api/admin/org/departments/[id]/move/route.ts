import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { departmentMove } from "@/lib/features/organisation/schema";
import { moveDepartment } from "@/lib/features/organisation/service/departments";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Move a department below another, to a place among its children",

  any: [P.ORG_DEPT],
  params: idParam,
  body: departmentMove,
  audit: "org.department.move",
  response: nothing,
  run: ({ actor, params, body }) => moveDepartment(actor, params.id, body),
});
