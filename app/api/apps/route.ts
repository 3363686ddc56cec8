import { madeId, pageOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { appDto } from "@/lib/features/apps/dto";
import { appQuery, newApp } from "@/lib/features/apps/schema";
import { createApp, listApps } from "@/lib/features/apps/service/apps";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Apps of the square, the lab or the workbench",
  any: [P.APPS],
  query: appQuery,
  response: pageOf(appDto),
  run: ({ actor, query }) => listApps(actor, query),
});

export const POST = handler({
  summary: "Create an app",
  audit: "app.create",
  any: [P.APPS_WORKBENCH],
  body: newApp,
  response: madeId,
  run: ({ actor, body, locale }) => createApp(actor, body, locale),
});
