import { handler } from "@/lib/endpoint/route";
import { ownLimitsDto } from "@/lib/features/reports/own-dto";
import { readOwnLimits } from "@/lib/features/reports/service/own";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Today against each limit that holds for oneself",
  any: [P.USER],
  response: ownLimitsDto,
  run: ({ actor }) => readOwnLimits(actor),
});
