import { categoryInput } from "@/lib/features/prompts/schema";
import { createCategory, readCategories } from "@/lib/features/prompts/service/categories";
import { handler } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({ any: [P.CHAT_PROMPT], run: ({ actor }) => readCategories(actor) });

export const POST = handler({
  any: [P.CHAT_PROMPT],
  body: categoryInput,
  audit: "prompt.category.create",
  run: ({ actor, body }) => createCategory(actor, body),
});
