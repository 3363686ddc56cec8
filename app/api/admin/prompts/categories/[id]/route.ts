import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { categoryPatch } from "@/lib/features/prompts/schema";
import { changeCategory, deleteCategory } from "@/lib/features/prompts/service/categories";
import { P } from "@/lib/permissions/codes";

export const PATCH = handler({
  summary: "Rename a kind",

  any: [P.CHAT_PROMPT],
  params: idParam,
  body: categoryPatch,
  audit: "prompt.category.change",
  response: nothing,
  run: ({ actor, params, body }) => changeCategory(actor, params.id, body),
});

export const DELETE = handler({
  summary: "Delete a kind nothing is in",

  any: [P.CHAT_PROMPT],
  params: idParam,
  audit: "prompt.category.delete",
  response: nothing,
  run: ({ actor, params }) => deleteCategory(actor, params.id),
});
