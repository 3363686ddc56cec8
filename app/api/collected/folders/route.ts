import { collectionFolderDto, collectionFolderListDto } from "@/lib/collected/dto";
import { createCollectionFolder, readFolders } from "@/lib/collected/folders";
import { collectionFolderInput } from "@/lib/collected/schema";
import { handler } from "@/lib/endpoint/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "List the folders of the collection",
  any: [P.USER],
  response: collectionFolderListDto,
  run: ({ actor }) => readFolders(actor),
});

export const POST = handler({
  summary: "Make a folder in the collection",
  exempt: "a person's own collection",

  any: [P.USER],
  body: collectionFolderInput,
  response: collectionFolderDto,
  run: ({ actor, body }) => createCollectionFolder(actor, body.name),
});
