import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { category } from "@/lib/features/apps/schema";
import { changeCategory, deleteCategory } from "@/lib/features/apps/service/categories";
import { P } from "@/lib/permissions/codes";

export const PATCH = handler({
  summary: "Rename a category of the square",
  audit: "app.category.change",
  any: [P.CONFIG_TOOLS],
  params: idParam,
  body: category,
  response: nothing,
  run: ({ actor, params, body }) => changeCategory(actor, params.id, body),
});

export const DELETE = handler({
  summary: "Delete a category of the square; its apps stay",
  audit: "app.category.delete",
  any: [P.CONFIG_TOOLS],
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => deleteCategory(actor, params.id),
});
