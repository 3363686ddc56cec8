import { pageOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { promptDetailDto, promptDto } from "@/lib/features/prompts/dto";
import { newPrompt, squareQuery } from "@/lib/features/prompts/schema";
import { createPrompt } from "@/lib/features/prompts/service/own";
import { listSquare } from "@/lib/features/prompts/service/square";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Prompts shared with you, your own or your favourites",

  any: [P.CHAT],
  query: squareQuery,
  response: pageOf(promptDto),
  run: ({ actor, query, locale }) => listSquare(actor, query, locale),
});

export const POST = handler({
  summary: "Make a private prompt or role",

  any: [P.CHAT],
  body: newPrompt,
  audit: "prompt.create",
  response: promptDetailDto,
  run: ({ actor, body, locale }) => createPrompt(actor, body, locale),
});
