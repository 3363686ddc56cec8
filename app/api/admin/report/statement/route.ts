import { handler } from "@/lib/endpoint/route";
import { statementDto } from "@/lib/features/reports/dto";
import { statementQuery } from "@/lib/features/reports/schema";
import { readStatement } from "@/lib/features/reports/service/statement";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "A department's month",

  any: [P.REPORT_TOKENS],
  query: statementQuery,
  response: statementDto,
  run: ({ actor, query }) => readStatement(actor, query),
});
