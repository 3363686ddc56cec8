import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { restoreApp } from "@/lib/features/apps/service/apps";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Take an app back from the trash",
  audit: "app.restore",
  any: [P.APPS_WORKBENCH],
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => restoreApp(actor, params.id),
});
