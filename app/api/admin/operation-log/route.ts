import { handler } from "@/lib/endpoint/route";
import { operationPageDto } from "@/lib/features/operation-log/dto";
import { operationQuery } from "@/lib/features/operation-log/schema";
import { listLog } from "@/lib/features/operation-log/service/operations";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Operation log, newest first, by cursor",

  any: [P.LOGS_OPERATION],
  query: operationQuery,
  response: operationPageDto,
  run: ({ actor, query }) => listLog(actor, query),
});
