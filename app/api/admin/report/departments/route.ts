import { handler } from "@/lib/endpoint/route";
import { departmentTreeDto } from "@/lib/features/reports/dto";
import { departmentTreeQuery } from "@/lib/features/reports/schema";
import { readDepartmentTree } from "@/lib/features/reports/service/department-tree";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Departments as a tree, with what each used by itself and with those below it",
  any: [P.REPORT_TOKENS],
  query: departmentTreeQuery,
  response: departmentTreeDto,
  run: ({ actor, query }) => readDepartmentTree(actor, query),
});
