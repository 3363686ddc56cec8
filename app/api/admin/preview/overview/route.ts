import { readOverview } from "@/lib/features/preview/service/overview";
import { handler } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "What is set up, missing or unhealthy",
  any: [P.SYSTEM],
  run: ({ actor }) => readOverview(actor),
});
