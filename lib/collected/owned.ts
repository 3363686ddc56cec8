import "server-only";
import { db } from "@/db/client";
import { listOwnCollected } from "@/db/queries/owned/own-data";
import { collectedItems, collectionFolders } from "@/db/schema/collected";
import type { Owned } from "@/lib/owned/owned";

export const COLLECTED_OWNED: Owned = {
  ownData: [
    {
      name: "collected",
      order: 30,
      columns: [collectedItems.userId, collectionFolders.userId],
      content: ({ actor }) => listOwnCollected(db(), actor.id),
    },
  ],
};
