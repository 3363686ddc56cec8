import { handler } from "@/lib/endpoint/route";
import { ownUsageDto } from "@/lib/features/reports/own-dto";
import { ownUsageQuery } from "@/lib/features/reports/schema";
import { readOwnUsage } from "@/lib/features/reports/service/own";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "What one used in a period",

  any: [P.USER],
  query: ownUsageQuery,
  response: ownUsageDto,
  run: ({ actor, query }) => readOwnUsage(actor, query),
});
