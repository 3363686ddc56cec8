import { listOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { recentAppDto } from "@/lib/features/apps/dto";
import { recentApps } from "@/lib/features/apps/service/apps";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Apps used last",
  any: [P.APPS],
  response: listOf(recentAppDto),
  run: ({ actor }) => recentApps(actor),
});
