import { changeCollectionFolder, deleteCollectionFolder } from "@/lib/collected/folders";
import { collectionFolderInput } from "@/lib/collected/schema";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const PATCH = handler({
  any: [P.USER],
  params: idParam,
  body: collectionFolderInput,
  run: ({ actor, params, body }) => changeCollectionFolder(actor, params.id, body.name),
});

export const DELETE = handler({
  any: [P.USER],
  params: idParam,
  run: ({ actor, params }) => deleteCollectionFolder(actor, params.id),
});
