import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { departmentDeletion, departmentPatch } from "@/lib/features/organisation/schema";
import { changeDepartment, deleteDepartment } from "@/lib/features/organisation/service/departments";
import { P } from "@/lib/permissions/codes";

export const PATCH = handler({
  summary: "Rename, enable, disable or move a department",

  any: [P.ORG_DEPT],
  params: idParam,
  body: departmentPatch,
  audit: "org.department.change",
  response: nothing,
  run: ({ actor, params, body }) => changeDepartment(actor, params.id, body),
});

export const DELETE = handler({
  summary: "Delete a department; its people go to moveTo",

  any: [P.ORG_DEPT],
  params: idParam,
  query: departmentDeletion,
  audit: "org.department.delete",
  response: nothing,
  run: ({ actor, params, query }) => deleteDepartment(actor, params.id, query.moveTo),
});
