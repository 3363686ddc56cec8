import { handler, idParam } from "@/lib/endpoint/route";
import { listConsoleVersions } from "@/lib/features/prompts/service/versions";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Saved texts of an organisation’s prompt",

  any: [P.CHAT_PROMPT],
  params: idParam,
  run: ({ actor, params, locale }) => listConsoleVersions(actor, params.id, locale),
});
