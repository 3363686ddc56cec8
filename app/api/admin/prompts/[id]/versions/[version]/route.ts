import { handler } from "@/lib/endpoint/route";
import { promptVersionDetailDto } from "@/lib/features/prompts/dto";
import { versionParams } from "@/lib/features/prompts/schema";
import { readConsoleVersion } from "@/lib/features/prompts/service/versions";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "One saved text of an organisation’s prompt",

  any: [P.CHAT_PROMPT],
  params: versionParams,
  response: promptVersionDetailDto,
  run: ({ actor, params, locale }) => readConsoleVersion(actor, params, locale),
});
