import { listOf } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { promptVersionDto } from "@/lib/features/prompts/dto";
import { listConsoleVersions } from "@/lib/features/prompts/service/versions";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Saved texts of an organisation’s prompt",

  any: [P.CHAT_PROMPT],
  params: idParam,
  response: listOf(promptVersionDto),
  run: ({ actor, params, locale }) => listConsoleVersions(actor, params.id, locale),
});
