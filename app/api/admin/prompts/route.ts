import { z } from "zod";
import { pageOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { promptDetailDto, promptDto } from "@/lib/features/prompts/dto";
import { adminQuery, newPrompt } from "@/lib/features/prompts/schema";
import { createForAll, listConsole } from "@/lib/features/prompts/service/console";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Prompts of the organisation and those people share",

  any: [P.CHAT_PROMPT],
  query: adminQuery,
  response: pageOf(promptDto).extend({ pending: z.int() }),
  run: ({ actor, query, locale }) => listConsole(actor, query, locale),
});

export const POST = handler({
  summary: "Make a prompt for everybody",

  any: [P.CHAT_PROMPT],
  body: newPrompt,
  audit: "prompt.create",
  response: promptDetailDto,
  run: ({ actor, body, locale }) => createForAll(actor, body, locale),
});
