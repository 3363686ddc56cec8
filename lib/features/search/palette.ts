import "server-only";
import type { PaletteFinder } from "@/lib/palette/finder";
import { P } from "@/lib/permissions/codes";
import { sourceHref } from "./paths";
import { findSearchSources } from "./sources/service/sources";

/** Sources a person may search, by their name or a domain. */
export const SEARCH_SOURCES_FOUND: PaletteFinder = {
  id: "searchSources",
  order: 50,
  codes: [P.SEARCH],
  find: async (keyword, { actor, limit }) =>
    (await findSearchSources(actor, keyword, limit)).map(({ id, name, domains }) => ({
      ...{ id, label: name, href: sourceHref(id) },
      ...(domains[0] && { detail: domains[0].replace(/^=/, "") }),
    })),
};
