import "server-only";
import { db } from "@/db/client";
import { countSettingsOfModel, findSearchValues, listOwnPrompts } from "@/db/queries/search/settings";
import { handOverSources, listLookedAfter } from "@/db/queries/search/sources";
import { searchSources } from "@/db/schema/search";
import { searchPromptVersions, searchSettings } from "@/db/schema/search-settings";
import type { Owned, OwnedThing } from "@/lib/owned/owned";

const MOST = 1000;

/** Names of the sources that are told of. */
const NAMED = 10;

/** The organisation's sources are read with somebody's rights. A person's own ones are nobody else's to have. */
const lookedAfter: OwnedThing = {
  key: "searchSources",
  order: 27,
  columns: [searchSources.creatorId],
  list: async (db, userId) => {
    const names = await listLookedAfter(db, userId);
    return { count: names.length, names: names.slice(0, NAMED) };
  },
  transfer: (tx, from, to) => handOverSources(tx, from, to),
  // What was read of them stays; whoever has one read from then on looks after it.
  release: (tx, from) => handOverSources(tx, from, null),
};

export const SEARCH_SETTINGS_OWNED: Owned = {
  things: [lookedAfter],
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
