import { madeId, nothing } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { category, categoryOrder } from "@/lib/features/apps/schema";
import { createCategory, sortCategories } from "@/lib/features/apps/service/categories";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Add a category to the square",
  audit: "app.category.create",
  any: [P.CONFIG_TOOLS],
  body: category,
  response: madeId,
  run: ({ actor, body }) => createCategory(actor, body),
});

export const PUT = handler({
  summary: "Put the square's categories in order",
  exempt: "an order, no content",
  any: [P.CONFIG_TOOLS],
  body: categoryOrder,
  response: nothing,
  run: ({ actor, body }) => sortCategories(actor, body.ids),
});
