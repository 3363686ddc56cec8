import { handler } from "@/lib/endpoint/route";
import { operationQuery } from "@/lib/features/operation-log/schema";
import { listLog } from "@/lib/features/operation-log/service/operations";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Operation log, newest first, by cursor",

  any: [P.LOGS_OPERATION],
  query: operationQuery,
  run: ({ actor, query }) => listLog(actor, query),
});
