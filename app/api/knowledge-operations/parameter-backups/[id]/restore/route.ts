import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { restoreBackup } from "@/lib/features/knowledge-operations/service/parameter-backups";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Bring retrieval parameters back from a backup",
  audit: "knowledge.parameters.restore",
  any: [P.KB_MANAGE, P.KB_CENTER],
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => restoreBackup(actor, params.id),
});
