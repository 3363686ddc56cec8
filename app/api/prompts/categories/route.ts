import { handler } from "@/lib/endpoint/route";
import { listCategories } from "@/lib/features/prompts/service/square";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Kinds of prompts in their order",
  any: [P.CHAT, P.CHAT_PROMPT],
  run: ({ actor }) => listCategories(actor),
});
