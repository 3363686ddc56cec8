import "server-only";
import { db } from "@/db/client";
import { listOwnDrawings } from "@/db/queries/drawing/drawings";
import { findPicture, listLivePictures } from "@/db/queries/drawing/pictures";
import { handOnSharedPictures, listSharedPictures, revokePictureSharesOf } from "@/db/queries/drawing/shares";
import { drawingFolders, drawingPictures, drawingShares, drawings } from "@/db/schema/drawing";
import type { CollectableSource, Owned, OwnedThing } from "@/lib/owned/owned";
import { cut } from "@/lib/text/storable";

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

/** Names of the pictures that are told of, and characters of a name. */
const NAMED = 10;
const NAME_CHARS = 60;

/** A picture is private until it is shared; then colleagues may need it. */
const sharedPictures: OwnedThing = {
  key: "pictures",
  order: 40,
  columns: [drawingPictures.userId, drawingShares.userId],
  list: async (db, userId) => {
    const all = await listSharedPictures(db, userId);
    const names = all.slice(0, NAMED).map(({ title, prompt }) => cut(title || prompt, NAME_CHARS));
    return { count: all.length, names };
  },
  transfer: (tx, from, to) => handOnSharedPictures(tx, from, to),
  release: (tx, from) => revokePictureSharesOf(tx, from),
};

export const DRAWING_OWNED: Owned = {
  things: [sharedPictures],
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
    people: [[drawingFolders.userId, "an order of pictures that only this product has"]],
    models: [[drawings.modelId, "what a picture was made with; a record, no choice"]],
  },
};
