import { changeCollectionFolder, deleteCollectionFolder } from "@/lib/collected/folders";
import { collectionFolderInput } from "@/lib/collected/schema";
import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { P } from "@/lib/permissions/codes";

export const PATCH = handler({
  summary: "Rename a folder of the collection",
  exempt: "a person's own collection",

  any: [P.USER],
  params: idParam,
  body: collectionFolderInput,
  response: nothing,
  run: ({ actor, params, body }) => changeCollectionFolder(actor, params.id, body.name),
});

export const DELETE = handler({
  summary: "Delete a folder; what lies in it stays",
  exempt: "a person's own collection",

  any: [P.USER],
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => deleteCollectionFolder(actor, params.id),
});
