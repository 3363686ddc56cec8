import { z } from "zod";
import { handler } from "@/lib/endpoint/route";
import { openWaitDto } from "@/lib/features/apps/runs-dto";
import { listOpenWaits } from "@/lib/features/apps/service/flow/reading";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "What runs of workflows ask this person",
  any: [P.APPS],
  response: z.strictObject({ items: z.array(openWaitDto) }),
  run: ({ actor }) => listOpenWaits(actor),
});
