import { handler } from "@/lib/endpoint/route";
import { overviewDto } from "@/lib/features/preview/dto";
import { readOverview } from "@/lib/features/preview/service/overview";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "What is set up, missing or unhealthy",
  any: [P.SYSTEM],
  response: overviewDto,
  run: ({ actor }) => readOverview(actor),
});
