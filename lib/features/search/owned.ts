import "server-only";
import { db } from "@/db/client";
import { countSettingsOfModel, findSearchValues, listOwnPrompts } from "@/db/queries/search/settings";
import { searchPromptVersions, searchSettings } from "@/db/schema/search-settings";
import type { Owned } from "@/lib/owned/owned";

const MOST = 1000;

export const SEARCH_SETTINGS_OWNED: Owned = {
  ownData: [
    {
      name: "search-settings",
      order: 47,
      columns: [searchSettings.userId, searchPromptVersions.userId],
      content: async ({ actor }) => ({
        values: await findSearchValues(db(), actor.id),
        prompts: await listOwnPrompts(db(), actor.id, MOST),
      }),
    },
  ],
  modelUses: [
    {
      kind: "searchSettings",
      order: 55,
      columns: [searchSettings.values],
      read: (db, id) => countSettingsOfModel(db, id),
    },
  ],
  exempt: {
    people: [[searchPromptVersions.authorId, "who wrote a text of the organisation stays its author"]],
  },
};
