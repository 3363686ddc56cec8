import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { appDetailDto, appDto } from "@/lib/features/apps/dto";
import { appPatch } from "@/lib/features/apps/schema";
import { changeApp, deleteApp, readApp } from "@/lib/features/apps/service/apps";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Read an app",
  any: [P.APPS],
  params: idParam,
  response: appDto,
  run: ({ actor, params }) => readApp(actor, params.id),
});

export const PATCH = handler({
  summary: "Change an app",
  audit: "app.change",
  any: [P.APPS_WORKBENCH],
  params: idParam,
  body: appPatch,
  response: appDetailDto,
  run: ({ actor, params, body }) => changeApp(actor, params.id, body),
});

export const DELETE = handler({
  summary: "Put an app in the trash",
  audit: "app.delete",
  any: [P.APPS_WORKBENCH],
  params: idParam,
  response: nothing,
  run: ({ actor, params, confirmed }) => deleteApp(actor, params.id, confirmed),
});
