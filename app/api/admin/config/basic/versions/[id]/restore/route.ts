import { handler, idParam } from "@/lib/endpoint/route";
import { restoreVersion } from "@/lib/features/configuration/service/versions";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Go back to an earlier version of a kind of configuration",

  any: [P.CONFIG_BASIC],
  params: idParam,
  audit: "config.change",
  run: ({ actor, params }) => restoreVersion(actor, params.id),
});
