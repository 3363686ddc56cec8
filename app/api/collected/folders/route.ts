import { createCollectionFolder, readFolders } from "@/lib/collected/folders";
import { collectionFolderInput } from "@/lib/collected/schema";
import { handler } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({ any: [P.USER], run: ({ actor }) => readFolders(actor) });

export const POST = handler({
  any: [P.USER],
  body: collectionFolderInput,
  run: ({ actor, body }) => createCollectionFolder(actor, body.name),
});
