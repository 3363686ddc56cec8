import { handler, idParam } from "@/lib/endpoint/route";
import { listOwnVersions } from "@/lib/features/prompts/service/versions";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Saved texts of an own prompt",

  any: [P.CHAT],
  params: idParam,
  run: ({ actor, params, locale }) => listOwnVersions(actor, params.id, locale),
});
