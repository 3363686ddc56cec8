import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { departmentOrder } from "@/lib/features/organisation/schema";
import { orderDepartment } from "@/lib/features/organisation/service/departments";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Place a department among its siblings",

  any: [P.ORG_DEPT],
  params: idParam,
  body: departmentOrder,
  audit: "org.department.order",
  response: nothing,
  run: ({ actor, params, body }) => orderDepartment(actor, params.id, body.beforeId),
});
