import { handler, idParam } from "@/lib/endpoint/route";
import { operationDetailDto } from "@/lib/features/operation-log/dto";
import { readOperation } from "@/lib/features/operation-log/service/operations";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "One row with what it changed and its place in the chain",

  any: [P.LOGS_OPERATION],
  params: idParam,
  response: operationDetailDto,
  run: ({ actor, params, locale }) => readOperation(actor, params.id, locale),
});
