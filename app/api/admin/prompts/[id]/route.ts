import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { promptDetailDto } from "@/lib/features/prompts/dto";
import { adminEdit } from "@/lib/features/prompts/schema";
import { changeForAll, deleteForAll, readConsole } from "@/lib/features/prompts/service/console";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "A prompt as the console sees it",

  any: [P.CHAT_PROMPT],
  params: idParam,
  response: promptDetailDto,
  run: ({ actor, params, locale }) => readConsole(actor, params.id, locale),
});

export const PATCH = handler({
  summary: "Save a new version of an organisation’s prompt",

  any: [P.CHAT_PROMPT],
  params: idParam,
  body: adminEdit,
  audit: "prompt.change",
  response: promptDetailDto,
  run: ({ actor, params, body, locale }) => changeForAll(actor, params.id, body, locale),
});

export const DELETE = handler({
  summary: "Delete an organisation’s prompt; it can be restored",

  any: [P.CHAT_PROMPT],
  params: idParam,
  audit: "prompt.delete",
  response: nothing,
  run: ({ actor, params }) => deleteForAll(actor, params.id),
});
