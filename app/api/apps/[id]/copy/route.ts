import { madeId } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { appCopy } from "@/lib/features/apps/schema";
import { copyApp } from "@/lib/features/apps/service/copies";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Copy an app",
  audit: "app.copy",
  any: [P.APPS_WORKBENCH],
  params: idParam,
  body: appCopy,
  response: madeId,
  run: ({ actor, params, body }) => copyApp(actor, params.id, body.name),
});
