import "server-only";
import { db } from "@/db/client";
import { listCollectedDocuments } from "@/db/queries/collected/collectable";
import { findDocument } from "@/db/queries/documents/documents";
import { listOwnDocuments } from "@/db/queries/owned/own-data";
import { documentColumns, documentFolders, documentSettings, documents } from "@/db/schema/documents";
import type { CollectableSource, Owned } from "@/lib/owned/owned";

const document: CollectableSource = {
  kind: "document",
  copy: async (db, actor, refId) => {
    const found = await findDocument(db, actor.id, refId);
    return found && { title: found.name, text: "", parts: [], sessionId: null };
  },
  hrefs: async (db, userId, items) => {
    const ids = items.map(({ refId }) => refId);
    const found = await listCollectedDocuments(db, userId, ids);
    return new Map(found.map(({ id }) => [id, `/personal/document/document-analysis?doc=${id}`]));
  },
};

export const DOCUMENTS_OWNED: Owned = {
  ownData: [
    {
      name: "documents",
      order: 50,
      columns: [documents.userId],
      content: ({ actor }) => listOwnDocuments(db(), actor.id),
    },
  ],
  collectables: [document],
  exempt: {
    people: [
      [documentFolders.userId, "an order of documents that only this product has"],
      [documentColumns.userId, "questions of a table inside a conversation; not part of the archive so far"],
      [documentSettings.userId, "settings of document reading, no content"],
    ],
    models: [
      [documentColumns.modelId, "a person's own pick for one question, refused to them alone once the model is gone"],
      [documentSettings.config, "a person's preference; the default answers once the model is gone"],
    ],
  },
};
