import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { folderInput } from "@/lib/features/drawing/schema";
import { deleteFolder, renameFolder } from "@/lib/features/drawing/service/folders";
import { P } from "@/lib/permissions/codes";

export const PATCH = handler({
  summary: "Rename a folder",

  any: [P.PAINTING],
  audit: "drawing.folder.change",
  params: idParam,
  body: folderInput,
  response: nothing,
  run: ({ actor, params, body }) => renameFolder(actor, params.id, body.name),
});

export const DELETE = handler({
  summary: "Delete a folder",

  any: [P.PAINTING],
  audit: "drawing.folder.delete",
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => deleteFolder(actor, params.id),
});
