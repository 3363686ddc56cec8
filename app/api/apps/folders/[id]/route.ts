import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { appFolder } from "@/lib/features/apps/schema";
import { deleteFolder, renameFolder } from "@/lib/features/apps/service/folders";
import { P } from "@/lib/permissions/codes";

export const PATCH = handler({
  summary: "Rename a folder of the workbench",
  exempt: "a person's own order",
  any: [P.APPS_WORKBENCH],
  params: idParam,
  body: appFolder,
  response: nothing,
  run: ({ actor, params, body }) => renameFolder(actor, params.id, body.name),
});

export const DELETE = handler({
  summary: "Delete a folder of the workbench; its apps stay",
  exempt: "a person's own order",
  any: [P.APPS_WORKBENCH],
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => deleteFolder(actor, params.id),
});
