import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { departmentModelsDto } from "@/lib/features/models/dto";
import { departmentModelsPatch } from "@/lib/features/models/schema";
import { changeDepartmentModels, departmentModels } from "@/lib/features/models/service/department-access";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Models of a department, with why it has each",
  any: [P.CONFIG_MODELS],
  params: idParam,
  response: departmentModelsDto,
  run: ({ actor, params }) => departmentModels(actor, params.id),
});

export const PATCH = handler({
  summary: "Choose the models a department is shown by itself",
  audit: "model.department",
  any: [P.CONFIG_MODELS],
  params: idParam,
  body: departmentModelsPatch,
  response: nothing,
  run: ({ actor, params, body }) => changeDepartmentModels(actor, params.id, body),
});
