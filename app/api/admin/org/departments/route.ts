import { madeId, pageOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { departmentDto } from "@/lib/features/organisation/dto";
import { newDepartment } from "@/lib/features/organisation/schema";
import { createDepartment, readDepartments } from "@/lib/features/organisation/service/departments";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Every department with its people",

  any: [P.ORG_DEPT, P.ORG_USER],
  response: pageOf(departmentDto),
  run: ({ actor }) => readDepartments(actor),
});

export const POST = handler({
  summary: "Make a department",

  any: [P.ORG_DEPT],
  body: newDepartment,
  audit: "org.department.create",
  response: madeId,
  run: ({ actor, body }) => createDepartment(actor, body),
});
