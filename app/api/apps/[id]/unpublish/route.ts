import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { unpublishApp } from "@/lib/features/apps/service/drafts";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Take an app out of use",
  audit: "app.unpublish",
  any: [P.APPS_WORKBENCH],
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => unpublishApp(actor, params.id),
});
