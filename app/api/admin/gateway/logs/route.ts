import { cursorPageOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { logRowDto } from "@/lib/features/gateway/dto";
import { logQuery } from "@/lib/features/gateway/log-schema";
import { listLogs } from "@/lib/features/gateway/service/logs";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "List logged requests without their content",

  any: [P.GATEWAY],
  query: logQuery,
  response: cursorPageOf(logRowDto),
  run: ({ actor, query }) => listLogs(actor, query),
});
