import { handler } from "@/lib/endpoint/route";
import { promptVersionDetailDto } from "@/lib/features/prompts/dto";
import { versionParams } from "@/lib/features/prompts/schema";
import { readOwnVersion } from "@/lib/features/prompts/service/versions";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "One saved text of an own prompt",

  any: [P.CHAT],
  params: versionParams,
  response: promptVersionDetailDto,
  run: ({ actor, params, locale }) => readOwnVersion(actor, params, locale),
});
