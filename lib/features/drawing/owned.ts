import "server-only";
import { db } from "@/db/client";
import { listOwnDrawings } from "@/db/queries/drawing/drawings";
import { findPicture, listLivePictures } from "@/db/queries/drawing/pictures";
import { drawingFolders, drawingPictures, drawings } from "@/db/schema/drawing";
import type { CollectableSource, Owned } from "@/lib/owned/owned";

const picture: CollectableSource = {
  kind: "picture",
  copy: async (db, actor, refId) => {
    const found = await findPicture(db, actor.id, refId);
    if (!found) return null;
    const { title, prompt } = found;
    return { title: title || prompt, text: prompt, parts: [{ type: "text", text: prompt }], sessionId: null };
  },
  hrefs: async (db, userId, items) => {
    const ids = items.map(({ refId }) => refId);
    const found = await listLivePictures(db, userId, ids);
    return new Map(found.map(({ id }) => [id, `/personal/draft?picture=${id}`]));
  },
};

export const DRAWING_OWNED: Owned = {
  ownData: [
    {
      name: "drawings",
      order: 55,
      columns: [drawings.userId],
      content: ({ actor }) => listOwnDrawings(db(), actor.id),
    },
  ],
  collectables: [picture],
  exempt: {
    people: [
      [drawingFolders.userId, "an order of pictures that only this product has"],
      [drawingPictures.userId, "pictures of the requests that are told; their bytes are the person's files"],
    ],
    models: [[drawings.modelId, "what a picture was made with; a record, no choice"]],
  },
};
