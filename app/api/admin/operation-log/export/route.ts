import { handler } from "@/lib/endpoint/route";
import { operationExport } from "@/lib/features/operation-log/schema";
import { exportLog } from "@/lib/features/operation-log/service/export";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Filtered rows of the operation log as a file",
  answers: "file",

  any: [P.LOGS_OPERATION],
  audit: "log.export",
  query: operationExport,
  run: ({ actor, query, locale }) => exportLog(actor, query, locale),
});
