import { handler, idParam } from "@/lib/endpoint/route";
import { basicDto } from "@/lib/features/configuration/dto";
import { restoreVersion } from "@/lib/features/configuration/service/versions";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Go back to an earlier version of a kind of configuration",

  any: [P.CONFIG_BASIC],
  params: idParam,
  audit: "config.change",
  response: basicDto,
  run: ({ actor, params }) => restoreVersion(actor, params.id),
});
