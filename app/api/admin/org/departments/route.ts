import { handler } from "@/lib/endpoint/route";
import { newDepartment } from "@/lib/features/organisation/schema";
import { createDepartment, readDepartments } from "@/lib/features/organisation/service/departments";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Every department with its people",

  any: [P.ORG_DEPT, P.ORG_USER],
  run: ({ actor }) => readDepartments(actor),
});

export const POST = handler({
  summary: "Make a department",

  any: [P.ORG_DEPT],
  body: newDepartment,
  audit: "org.department.create",
  run: ({ actor, body }) => createDepartment(actor, body),
});
