import { listOf, madeId } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { appFolderDto } from "@/lib/features/apps/dto";
import { appFolder } from "@/lib/features/apps/schema";
import { createFolder, listFolders } from "@/lib/features/apps/service/folders";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Own folders of the workbench",
  any: [P.APPS_WORKBENCH],
  response: listOf(appFolderDto),
  run: ({ actor }) => listFolders(actor),
});

export const POST = handler({
  summary: "Make a folder of the workbench",
  exempt: "a person's own order",
  any: [P.APPS_WORKBENCH],
  body: appFolder,
  response: madeId,
  run: ({ actor, body }) => createFolder(actor, body.name),
});
