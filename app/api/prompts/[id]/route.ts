import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { promptDetailDto } from "@/lib/features/prompts/dto";
import { promptEdit } from "@/lib/features/prompts/schema";
import { changePrompt, deletePrompt } from "@/lib/features/prompts/service/own";
import { readPrompt } from "@/lib/features/prompts/service/square";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "A prompt with its text and placeholders",

  any: [P.CHAT],
  params: idParam,
  response: promptDetailDto,
  run: ({ actor, params, locale }) => readPrompt(actor, params.id, locale),
});

export const PATCH = handler({
  summary: "Save a new version of an own prompt",

  any: [P.CHAT],
  params: idParam,
  body: promptEdit,
  audit: "prompt.change",
  response: promptDetailDto,
  run: ({ actor, params, body, locale }) => changePrompt(actor, params.id, body, locale),
});

export const DELETE = handler({
  summary: "Delete an own prompt; it can be restored",

  any: [P.CHAT],
  params: idParam,
  audit: "prompt.delete",
  response: nothing,
  run: ({ actor, params }) => deletePrompt(actor, params.id),
});
