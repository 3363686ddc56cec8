import { handler, idParam } from "@/lib/endpoint/route";
import { openAppDto } from "@/lib/features/apps/dto";
import { openApp } from "@/lib/features/apps/service/open";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "An app as it is opened",
  any: [P.APPS],
  params: idParam,
  response: openAppDto,
  run: ({ actor, params }) => openApp(actor, params.id),
});
