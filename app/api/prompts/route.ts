import { newPrompt, squareQuery } from "@/lib/features/prompts/schema";
import { createPrompt } from "@/lib/features/prompts/service/own";
import { listSquare } from "@/lib/features/prompts/service/square";
import { handler } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  any: [P.CHAT],
  query: squareQuery,
  run: ({ actor, query, locale }) => listSquare(actor, query, locale),
});

export const POST = handler({
  any: [P.CHAT],
  body: newPrompt,
  audit: "prompt.create",
  run: ({ actor, body, locale }) => createPrompt(actor, body, locale),
});
