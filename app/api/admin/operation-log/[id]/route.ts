import { readOperation } from "@/lib/features/operation-log/service/operations";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  any: [P.LOGS_OPERATION],
  params: idParam,
  run: ({ actor, params, locale }) => readOperation(actor, params.id, locale),
});
