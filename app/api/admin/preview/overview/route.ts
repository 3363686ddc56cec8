import { handler } from "@/lib/endpoint/route";
import { readOverview } from "@/lib/features/preview/service/overview";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "What is set up, missing or unhealthy",
  any: [P.SYSTEM],
  run: ({ actor }) => readOverview(actor),
});
