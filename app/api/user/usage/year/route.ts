import { handler } from "@/lib/endpoint/route";
import { ownYearDto } from "@/lib/features/reports/own-dto";
import { readOwnYear } from "@/lib/features/reports/service/own";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "What one used on each day of the last year",
  any: [P.USER],
  response: ownYearDto,
  run: ({ actor }) => readOwnYear(actor),
});
