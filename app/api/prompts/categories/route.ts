import { listOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { categoryDto } from "@/lib/features/prompts/dto";
import { listCategories } from "@/lib/features/prompts/service/square";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Kinds of prompts in their order",
  any: [P.CHAT, P.CHAT_PROMPT],
  response: listOf(categoryDto),
  run: ({ actor }) => listCategories(actor),
});
