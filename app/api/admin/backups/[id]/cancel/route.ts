import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { cancelBackup } from "@/lib/features/backups/service/backups";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "End a backup under way",

  any: [P.CONFIG_BASIC],
  params: idParam,
  audit: "backup.cancel",
  whenReadOnly: true,
  response: nothing,
  run: ({ actor, params }) => cancelBackup(actor, params.id),
});
