import { handler } from "@/lib/endpoint/route";
import { folderDto, folderListDto } from "@/lib/features/documents/dto";
import { folderInput } from "@/lib/features/documents/schema";
import { createFolder, listFolders } from "@/lib/features/documents/service/folders";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "List own folders",

  any: [P.DOCUMENT],
  response: folderListDto,
  run: ({ actor }) => listFolders(actor),
});

export const POST = handler({
  summary: "Make a folder",

  any: [P.DOCUMENT],
  audit: "document.folder.create",
  body: folderInput,
  response: folderDto,
  run: ({ actor, body }) => createFolder(actor, body.name),
});
