import { restoreVersion } from "@/lib/features/configuration/service/versions";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Go back to an earlier version of a kind of configuration",

  any: [P.CONFIG_BASIC],
  params: idParam,
  audit: "config.change",
  run: ({ actor, params }) => restoreVersion(actor, params.id),
});
