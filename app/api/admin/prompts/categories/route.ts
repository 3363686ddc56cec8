import { listOf, madeId } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { categoryDto } from "@/lib/features/prompts/dto";
import { categoryInput } from "@/lib/features/prompts/schema";
import { createCategory, readCategories } from "@/lib/features/prompts/service/categories";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Kinds with how many prompts are in each",
  any: [P.CHAT_PROMPT],
  response: listOf(categoryDto),
  run: ({ actor }) => readCategories(actor),
});

export const POST = handler({
  summary: "Make a kind",

  any: [P.CHAT_PROMPT],
  body: categoryInput,
  audit: "prompt.category.create",
  response: madeId,
  run: ({ actor, body }) => createCategory(actor, body),
});
