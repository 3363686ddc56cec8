import { handler, idParam } from "@/lib/endpoint/route";
import { appDetailDto } from "@/lib/features/apps/dto";
import { editApp } from "@/lib/features/apps/service/apps";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "An app as it is edited",
  any: [P.APPS_WORKBENCH],
  params: idParam,
  response: appDetailDto,
  run: ({ actor, params }) => editApp(actor, params.id),
});
