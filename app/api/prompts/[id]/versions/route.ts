import { listOf } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { promptVersionDto } from "@/lib/features/prompts/dto";
import { listOwnVersions } from "@/lib/features/prompts/service/versions";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Saved texts of an own prompt",

  any: [P.CHAT],
  params: idParam,
  response: listOf(promptVersionDto),
  run: ({ actor, params, locale }) => listOwnVersions(actor, params.id, locale),
});
