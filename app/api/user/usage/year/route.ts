import { handler } from "@/lib/endpoint/route";
import { readOwnYear } from "@/lib/features/reports/service/own";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "What one used on each day of the last year",
  any: [P.USER],
  run: ({ actor }) => readOwnYear(actor),
});
