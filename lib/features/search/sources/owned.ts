import "server-only";
import { db } from "@/db/client";
import { listOwnSources } from "@/db/queries/search/sources";
import { crawlDays, searchReads, searchSources } from "@/db/schema/search";
import type { Owned } from "@/lib/owned/owned";

export const SEARCH_SOURCES_OWNED: Owned = {
  ownData: [
    {
      name: "search-sources",
      order: 66,
      columns: [searchSources.ownerId],
      content: ({ actor }) => listOwnSources(db(), actor.id),
    },
  ],
  exempt: {
    people: [
      [searchReads.userId, "lets a person open what their searches have read; the searches tell of it"],
      [crawlDays.userId, "a count for a limit, no content"],
    ],
  },
};
