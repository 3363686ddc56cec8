import { handler } from "@/lib/endpoint/route";
import { drawingFolderDto, drawingFoldersDto } from "@/lib/features/drawing/dto";
import { folderInput } from "@/lib/features/drawing/schema";
import { createFolder, listFolders } from "@/lib/features/drawing/service/folders";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "List own folders",

  any: [P.PAINTING],
  response: drawingFoldersDto,
  run: ({ actor }) => listFolders(actor),
});

export const POST = handler({
  summary: "Make a folder",

  any: [P.PAINTING],
  audit: "drawing.folder.create",
  body: folderInput,
  response: drawingFolderDto,
  run: ({ actor, body }) => createFolder(actor, body.name),
});
