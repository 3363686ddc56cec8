import { nothing } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { categoryOrder } from "@/lib/features/prompts/schema";
import { orderAll } from "@/lib/features/prompts/service/categories";
import { P } from "@/lib/permissions/codes";

export const PUT = handler({
  summary: "Give the kinds an order",

  any: [P.CHAT_PROMPT],
  body: categoryOrder,
  audit: "prompt.category.order",
  response: nothing,
  run: ({ actor, body }) => orderAll(actor, body.ids),
});
